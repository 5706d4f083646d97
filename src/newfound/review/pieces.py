"""A piece of a review, as it travels to whoever works it out and back: one position looked at, or one more action judged."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import Game, Json, guesses
from newfound.review.account import none_if_unsure
from newfound.review.findings import Depth, Finding, Plan, examine, gain, positions
from newfound.review.outlook import Mean, Outlook
from newfound.review.reasons import reasons

KIND: Final = "piece"


def looked_at(plan: Plan, number: int, times: int) -> Json:
    return {KIND: "look", "plan": plan.json(), "number": number, "times": times}


def judged(plan: Plan, number: int, best: int, action: int) -> Json:
    return {KIND: "judge", "plan": plan.json(), "number": number, "best": best, "action": action}


def work(asked: Json) -> Json:
    """Whatever is asked, by its kind."""
    plan = Plan.load(asked["plan"])
    if asked[KIND] == "look":
        return examine(plan, asked["number"], asked["times"]).json()
    return judge(plan, asked["number"], asked["best"], asked["action"])


def judge(plan: Plan, number: int, best: int, action: int) -> Json:
    """What another action would have cost at the decision that led to this position, and why: as exact as a second look."""
    game, states = positions(plan)
    return weigh(game, states[number - 1], best, action, plan.depth, Fair(f"newfound judge {plan.seed}".encode()).at(number))


def weigh(game: Game[Any], state: Any, best: int, action: int, depth: Depth, dice: Dice) -> Json:
    """The same, from what the player whose turn it is could know."""
    seat, lines, outlook = game.turn(state), depth.lines(game), Outlook(game)
    guess = guesses(game, state, seat, dice)
    loss = gain(outlook, (guess() for _ in range(lines * depth.more)), seat, best, action, dice)
    why = reasons(outlook, guess, seat, best, action, dice, lines) if loss.sure else ()
    return verdict(none_if_unsure(loss), tuple(asdict(reason) for reason in why))


def verdict(loss: Mean, why: tuple[Json, ...]) -> Json:
    return {"loss": asdict(loss), "reasons": list(why)}


def known(finding: Finding, played: int, action: int) -> Json | None:
    """The same without any work, of what the review has looked at itself."""
    if action == finding.best:
        return verdict(Mean(0.0, 0.0), ())
    if action == played and finding.loss is not None:
        return verdict(none_if_unsure(finding.loss), tuple(asdict(reason) for reason in finding.reasons))
    return None
