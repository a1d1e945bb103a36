# syntax=docker/dockerfile:1

FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked -p boneyard-server --features acme && cp target/release/boneyard /boneyard

FROM debian:bookworm-slim
# A new volume inherits the folder's owner and mode.
RUN useradd --uid 10001 --home-dir /var/lib/boneyard --no-create-home --shell /usr/sbin/nologin boneyard \
    && install --directory --mode 700 --owner boneyard --group boneyard /var/lib/boneyard
COPY --from=build /boneyard /usr/local/bin/boneyard
USER 10001
WORKDIR /var/lib/boneyard
VOLUME /var/lib/boneyard
EXPOSE 8080
# The program checks itself: the image needs no curl.
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["boneyard", "health"]
ENTRYPOINT ["boneyard"]
CMD ["--listen", "0.0.0.0:8080", "--data", "/var/lib/boneyard/data"]
