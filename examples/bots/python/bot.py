#!/usr/bin/env python3
"""A Boneyard bot: plays one match, any legal action at each turn, and comes back whenever its connection is lost.
It knows no rules. Needs Python 3.9 and the package `websockets`, 10 or newer.

    python3 bot.py ws://127.0.0.1:8080/ws ABCD-2345-WXYZ
    python3 bot.py ws://127.0.0.1:8080/ws --create kozel --seats 3
"""
import argparse, asyncio, json, os, random, uuid
import websockets

NOT_AGAIN = {1002, 1003, 1007, 1009, 4400, 4401, 4403, 4407, 4409}  # after these nobody comes back by himself
LATER = {"rate_limited", "table_busy", "storage_unavailable", "restarting"}  # the same may be done a little later


class Bot:
    def __init__(self, flags):
        self.flags, self.entrance = flags, str(uuid.uuid4())  # sent again under its id, `create` opens no second table
        self.table, self.seq, self.done = None, 0, 0  # seq: the last fact known; done: the last one this bot has made
        self.now, self.asked, self.ready, self.pace = None, None, False, 0.1  # asked: a command without its answer

    async def play(self):
        losses, is_over = 0, False
        while not is_over:
            code = None
            try:
                async with websockets.connect(self.flags.url, ping_interval=20, ping_timeout=25) as self.socket:
                    hello = {"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "bot", "name": self.flags.name}
                    if os.path.exists(self.flags.token):
                        hello["token"] = open(self.flags.token).read().strip()
                    await self.socket.send(json.dumps(hello))
                    while not is_over:
                        is_over, losses = await self.hear(json.loads(await self.socket.recv())), 0
            except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as loss:
                print("lost:", loss or "no answer", flush=True)
                if getattr(loss, "code", None) in NOT_AGAIN:
                    raise SystemExit(f"closed for good: {loss.code}")
                self.asked = self.now = None
                await asyncio.sleep(random.uniform(0.5, 1) * min(15, 0.25 * 2**losses))
                losses += 1

    async def say(self, kind, identity=None, **fields):
        await asyncio.sleep(self.pace)
        self.asked = {"type": kind, "id": identity or str(uuid.uuid4()), **fields}
        await self.socket.send(json.dumps(self.asked))

    async def enter(self):
        self.now, self.ready = None, False  # nothing is decided before the table has told how it stands
        if self.table:
            await self.say("resume", table=self.table, since=self.seq)
        elif self.flags.create:
            table = {"sheet": self.flags.create, "seats": self.flags.seats, "private": True}
            await self.say("create", self.entrance, table=table)
        else:
            await self.say("join", self.entrance, code=self.flags.code)

    async def hear(self, message):  # returns whether that was the end
        kind, asked = message["type"], self.asked or {"type": "hello"}
        answers = asked["type"] if message.get("id") == asked.get("id") else None
        if kind == "welcome":
            self.pace = 1 / message["limits"]["commands_per_second"]
            if "token" in message:  # a new identity; whoever has its token has its seats
                with open(os.open(self.flags.token, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                    file.write(message["token"])
            await self.enter()
        elif kind == "refused" and answers:
            if answers in ("hello", "create", "join", "resume") and message["code"] not in LATER:
                raise SystemExit(f"refused: {message['code']}")
            await asyncio.sleep(message.get("retry_ms", 0) / 1000)
            await self.enter()  # it came too late, or too early: look again
        elif kind == "ack" and answers:
            self.table, self.done, self.asked = message.get("table"), message.get("seq", self.done), None
            if answers == "create":
                print("code", message["code"], flush=True)
        elif kind == "snapshot":
            self.seq, self.now = message["seq"], message["view"]["now"]
        elif kind == "events" and message["seq"] > self.seq + 1:
            await self.enter()  # something was lost on the way
        elif kind == "events" and message["seq"] + len(message["facts"]) > self.seq:
            self.seq, self.now = message["seq"] + len(message["facts"]) - 1, message["now"]
        if self.now and not self.asked and self.seq >= self.done:
            await self.act(self.now["phase"])
        return kind == "gone" or kind == "ack" and answers == "leave"

    async def act(self, phase):
        is_waiting = phase in ("seating", "between_deals")
        if "legal" in self.now:
            action = random.choice(self.now["legal"])
            await self.say("act", table=self.table, turn=self.now["turn"], action=action)
        elif is_waiting and not self.ready:
            await self.say("ready", table=self.table)
        elif phase == "match_over":  # no other match
            print("match over:", self.now["score"], flush=True)
            await self.say("leave", table=self.table)
        self.ready = is_waiting


flags = argparse.ArgumentParser(description="A Boneyard bot")
flags.add_argument("url")
flags.add_argument("code", nargs="?", help="the join code of a table")
flags.add_argument("--create", metavar="SHEET", help="open a table in place of joining one")
flags.add_argument("--seats", type=int, default=2)
flags.add_argument("--name", default="Pythia")
flags.add_argument("--token", default="python-bot.token", metavar="FILE", help="where the identity is kept")
asyncio.run(Bot(flags.parse_args()).play())
