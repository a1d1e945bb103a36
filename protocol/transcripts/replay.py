#!/usr/bin/env python3
"""Plays the server's part of transcripts before a client, and says where the client does something else.

    python3 replay.py match.jsonl                                      # prints an address for your client
    python3 replay.py *.jsonl -- python3 bot.py {url} --create kozel   # runs it, once a transcript

Transcripts that no client would bring about by itself are passed over. Needs Python 3.9 and `websockets`, 10 or newer.
"""
import argparse, asyncio, json, pathlib, sys, tempfile
import websockets

PATIENCE = 30  # seconds for anything that the client is to do
NOT_AGAIN = {4401, 4409}  # close codes of these transcripts after which nobody comes back
WATCHED = 3  # seconds in which a client that must not come back would do so
# What a client must say as it stands in the transcript. The table that it opens is its own affair.
SAME = ("token", "table", "turn", "entry", "since", "code")


class Misfit(Exception):
    """The client has done something else than the transcript says."""


class Replay:
    def __init__(self, lines):
        self.lines = [line for line in lines if "socket" not in line and "about" not in line]
        self.arrivals, self.socket, self.done, self.legal = asyncio.Queue(), None, None, []
        self.is_over = False
        self.ids, self.answers = {}, {}  # the client's own ids, and the answers, by the ids of the transcript

    async def arrive(self, socket, *_):
        if self.is_over:
            return
        done = asyncio.Event()
        await self.arrivals.put((socket, done))
        await done.wait()  # the library closes the socket when this returns

    def end(self):
        """Lets go of every socket, and takes no other."""
        self.is_over = True
        while not self.arrivals.empty():
            self.arrivals.get_nowait()[1].set()
        if self.done:
            self.done.set()

    async def run(self):
        for number, line in enumerate(self.lines, 1):
            try:
                await asyncio.wait_for(self.step(line), PATIENCE)
            except asyncio.TimeoutError:
                raise Misfit(f"step {number}: nothing came where this was due: {json.dumps(line)}")
            except websockets.ConnectionClosed:
                if not any("send" in line for line in self.lines[number - 1 :]):
                    return  # it has done all it was to do, and need not hear the rest
                raise Misfit(f"step {number}: the client has closed where this was due: {json.dumps(line)}")
            except Misfit as misfit:
                raise Misfit(f"step {number}: {misfit}")
        if self.lines[-1].get("close") in NOT_AGAIN:
            await asyncio.sleep(WATCHED)
            if not self.arrivals.empty():
                raise Misfit(f"the client came back after {self.lines[-1]['close']}")

    async def step(self, line):
        if "connect" in line:
            self.socket, self.done = await self.arrivals.get()
        elif "lose" in line:
            self.socket.transport.abort()
            self.done.set()
        elif "send" in line:
            self.compare(line["send"], await self.command(line["send"].get("id")))
        elif "lost" in line:
            self.answers.update({message["id"]: message for message in line["lost"] if "id" in message})
        elif "expect" in line:
            await self.tell(line["expect"])
        elif "close" in line:
            await self.socket.close(line["close"])
            self.done.set()

    async def command(self, wanted):
        """The client's next message. Heartbeats, and commands said again under their ids, are answered at any time."""
        while True:
            message = json.loads(await self.socket.recv())
            if message["type"] == "heartbeat":
                await self.socket.send('{"type":"heartbeat"}')
            elif again := [known for known, own in self.ids.items() if own == message.get("id") and known != wanted]:
                if again[0] in self.answers:
                    await self.tell(self.answers[again[0]])
            else:
                return message

    def compare(self, wanted, said):
        for field in ("type", *(field for field in SAME if not isinstance(wanted.get(field), (dict, type(None))))):
            if said.get(field) != wanted[field]:
                raise Misfit(f"{field} {wanted[field]!r} was due, not {said.get(field)!r}: {json.dumps(said)}")
        if said["type"] == "hello" and "token" in said and "token" not in wanted:
            raise Misfit("a token was sent that the server never gave out")
        if said["type"] == "act" and said.get("action") not in self.legal:
            raise Misfit(f"{said.get('action')!r} is not legal: {self.legal}")
        if "id" in wanted:
            known = self.ids.setdefault(wanted["id"], said.get("id"))
            if not isinstance(said.get("id"), str) or known != said["id"]:
                raise Misfit(f"the id of the repeated command is another: {json.dumps(said)}")

    async def tell(self, message):
        now = message.get("now") or message.get("view", {}).get("now") or {}
        self.legal = now.get("legal", self.legal if message["type"] in ("ack", "heartbeat") else [])
        if "id" in message:
            self.answers[message["id"]] = message
        own = {**message, "id": self.ids.get(message["id"], message["id"])} if "id" in message else message
        await self.socket.send(json.dumps(own))


async def replay(file, command):
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    if not lines[0].get("clients", True):
        return f"{file.name}: passed over"
    replay = Replay(lines)
    async with websockets.serve(replay.arrive, "127.0.0.1", 0, ping_interval=20) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws"
        print(f"{file.name}: {lines[0]['about']}\n{file.name}: {url}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            client = None
            if "bad_token" in file.name:  # only a client that has a token can say it
                pathlib.Path(folder, "bot.token").write_text(lines[2]["send"]["token"])
            if command:
                words = [word.replace("{url}", url) for word in command]
                client = await asyncio.create_subprocess_exec(*words, cwd=folder)
            try:
                await replay.run()
            finally:
                replay.end()
                if client and client.returncode is None:
                    try:
                        await asyncio.wait_for(client.wait(), WATCHED)
                    except asyncio.TimeoutError:
                        client.kill()
    return f"{file.name}: ok, {len(replay.lines)} steps"


async def main():
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("transcript", nargs="+", type=pathlib.Path)
    files, command = flags.parse_args(sys.argv[1:at]).transcript, sys.argv[at + 1 :]
    failed = 0
    for file in files:
        try:
            print(await replay(file, command), flush=True)
        except Misfit as misfit:
            failed += 1
            print(f"{file.name}: {misfit}", flush=True)
    return 1 if failed else 0


sys.exit(asyncio.run(main()))
