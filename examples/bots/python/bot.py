#!/usr/bin/env python3
"""A Boneyard bot: plays one match, any legal action at each turn, and comes back whenever its connection is lost.
It knows no rules. Needs Python 3.9 and the package `websockets`, 10 or newer.

    python3 bot.py ws://127.0.0.1:8080/ws ABCD-2345-WXYZ
    python3 bot.py ws://127.0.0.1:8080/ws --create kozel --seats 3
"""
import argparse, asyncio, random
from player import Player


class Bot(Player):
    def duty(self):
        """What the table waits for from this bot, if for anything."""
        phase = self.now["phase"]
        was_ready, self.is_ready = self.is_ready, phase in ("seating", "between_deals")
        if "legal" in self.now:
            return {"type": "act", "turn": self.now["turn"], "action": random.choice(self.now["legal"])}
        if self.me in self.now.get("awaiting", ()):
            return self.arrange() if self.view else self.enter()  # the row is in the snapshot
        if self.is_ready and not was_ready:
            return {"type": "ready"}
        if phase == "match_over":  # no other match
            print("match over:", self.now["score"], flush=True)
            return {"type": "leave"}

    def arrange(self):
        """Leaves the row as it was dealt."""
        game = self.view["game"]
        row = game["hands"][self.me]["tiles"]
        return {"type": "act", "entry": game["entry"], "action": " ".join(["arrange", *row])}


flags = argparse.ArgumentParser(description="A Boneyard bot")
flags.add_argument("url")
flags.add_argument("code", nargs="?", help="the join code of a table")
flags.add_argument("--create", metavar="SHEET", help="open a table in place of joining one")
flags.add_argument("--seats", type=int, default=2)
flags.add_argument("--name", default="Pythia")
flags.add_argument("--token", default="python-bot.token", metavar="FILE", help="where the identity is kept")
flags = flags.parse_args()
table = {"sheet": flags.create, "seats": flags.seats, "private": True}
entrance = {"type": "create", "table": table} if flags.create else {"type": "join", "code": flags.code}
asyncio.run(Bot(flags.url, flags.name, flags.token, entrance).play())
