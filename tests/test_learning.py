"""A learner from elsewhere trains on our environments: sb3-contrib's MaskablePPO. Needs the extra `learn`, which CI installs."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from newfound.research.gymnasium import Environment

wanted = pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib is not installed: pip install newfound[learn]")


@pytest.mark.long
@wanted
@pytest.mark.parametrize(("game", "steps"), [("new-haven", 3072), ("new-england", 512), ("new-world", 128)])
def test_maskable_ppo_trains_and_then_plays_legally(game: str, steps: int) -> None:
    learner: Any = import_module("sb3_contrib").MaskablePPO
    import_module("torch").set_num_threads(1)  # more would wait for each other where the machine is busy
    env = Environment(game, reward="win")
    small = {"net_arch": [32]}
    model = learner("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=2, seed=1, device="cpu", policy_kwargs=small)
    before = [weights.detach().numpy().copy() for weights in model.policy.parameters()]
    model.learn(steps)
    assert model.num_timesteps >= steps
    after = [weights.detach().numpy() for weights in model.policy.parameters()]
    assert all(np.isfinite(weights).all() for weights in after)
    assert any((old != new).any() for old, new in zip(before, after, strict=True))
    seen, _ = env.reset(seed=2)
    over = False
    while not over:
        action, _ = model.predict(seen, action_masks=env.action_masks())
        seen, _, over, _, info = env.step(action)
        assert "illegal" not in info
