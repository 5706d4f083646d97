"""From keys and values to sentences: news and refusals, as the catalogs say them."""

from __future__ import annotations

from collections.abc import Sequence

from newfound.core.game import News, Refusal
from newfound.core.text import Catalog


def tell_news(catalog: Catalog, news: News, players: Sequence[str]) -> str:
    """One sentence; `{seat, player}` in the catalog is the name of who did it."""
    values = {"seat": news.seat, "points": news.points, "cells": ", ".join(news.cells), "players": players}
    return catalog.say(news.key, **(values | dict(news.values)))


def tell_refusal(catalog: Catalog, refusal: Refusal) -> str:
    return catalog.say(refusal.key, **refusal.fillings)
