"""One seat at one table of a Boneyard server, through all losses of the connection."""
import asyncio, json, os, random, uuid
import websockets

NOT_AGAIN = {1002, 1003, 1007, 1009, 4400, 4401, 4403, 4407, 4409}  # after these nobody comes back by himself
LATER = {"rate_limited", "table_busy", "storage_unavailable", "restarting"}  # the same may be done a little later


class Player:
    """Does what `duty()` says, until that is `leave`. `entrance` is a `create` or a `join`."""

    def __init__(self, url, name, token, entrance):
        self.url, self.name, self.token = url, name, token  # token: the file where the identity is kept
        self.entrance = {"id": str(uuid.uuid4()), **entrance}  # the same id each time: one `create`, one table
        self.at_table, self.seq, self.losses = {}, 0, 0  # seq: the number of the last fact known
        self.now = self.view = self.me = None  # how the table stands; a snapshot that nothing has followed; the seat
        self.is_ready = False  # whether that was said since the table's state was last requested

    async def play(self):
        while True:
            try:
                async with websockets.connect(self.url, ping_interval=20, ping_timeout=25) as self.socket:
                    return await self.converse()
            except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as loss:
                print("lost:", loss or "no answer", flush=True)
                if getattr(loss, "code", None) in NOT_AGAIN:
                    raise SystemExit(f"closed for good: {loss.code}")
                await asyncio.sleep(random.uniform(0.5, 1) * min(15, 0.25 * 2**self.losses))
                self.losses += 1

    async def converse(self):
        """All of one connection."""
        hello = {"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "bot", "name": self.name}
        if os.path.exists(self.token):
            hello["token"] = open(self.token).read().strip()
        await self.socket.send(json.dumps(hello))
        welcome = await self.hear()
        if welcome["type"] == "refused":
            raise (ConnectionError if welcome["code"] in LATER else SystemExit)(f"refused: {welcome['code']}")
        if "token" in welcome:  # a new identity; its token is all that it takes to play its seats
            with open(os.open(self.token, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(welcome["token"])
        self.now, self.losses, duty = None, 0, None
        while not duty or duty["type"] != "leave":
            duty = self.duty() if self.now else self.enter()
            if duty:
                await asyncio.sleep(1 / welcome["limits"]["commands_per_second"])
                await self.command({"id": str(uuid.uuid4()), **self.at_table, **duty})
            else:
                await self.hear()

    def enter(self):
        """Asks how the table stands: nothing can be decided before."""
        self.now, self.is_ready = None, False
        return {"type": "resume", "since": self.seq} if self.at_table else self.entrance

    async def command(self, command):
        """Says it, and hears its answer and all that it has brought about."""
        await self.socket.send(json.dumps(command))
        while (answer := await self.hear()).get("id") != command["id"]:
            pass
        if answer["type"] == "refused":
            if command["type"] in ("create", "join", "resume") and answer["code"] not in LATER:
                raise SystemExit(f"refused: {answer['code']}")
            await asyncio.sleep(answer.get("retry_ms", 0) / 1000)
            self.now = None  # it came too late, or too early: look again
            return
        if command["type"] == "create":
            print("code", answer["code"], flush=True)
        self.at_table = {"table": answer["table"]}
        while command["type"] != "leave" and (not self.now or self.seq < answer.get("seq", 0)):
            await self.hear()

    async def hear(self):
        message = json.loads(await self.socket.recv())
        if message["type"] == "snapshot":
            self.seq, self.view = message["seq"], message["view"]
            self.now, self.me = self.view["now"], self.view["me"]
        elif message["type"] == "events":
            if message["seq"] > self.seq + 1:
                raise ConnectionError("something was lost on the way")
            if (last := message["seq"] + len(message["facts"]) - 1) >= self.seq:
                self.seq, self.view, self.now = last, None, message["now"]
        elif message["type"] == "gone":
            raise SystemExit("the table is closed")
        return message
