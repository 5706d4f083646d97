"""A complete bot for Newfound: takes the longest-spelt action, else any. Run it with:
newfound arena new-haven --bots "run:python3 examples/bot.py,random" --games 10
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "longest"}
    elif message["type"] == "match":
        random.seed(message["seed"])
        continue
    elif message["type"] == "act":
        actions = message["actions"]
        longest = max(len(action) for action in actions)
        answer = {"type": "action", "action": random.choice([a for a in actions if len(a) == longest])}
    elif message["type"] == "over":
        break
    else:
        continue  # "observe": {"view": ...} is what this seat may know; a better bot would look at it
    print(json.dumps(answer), flush=True)
