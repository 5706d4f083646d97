"""The files of the web app: cached for good where their names carry a digest, index.html for the app's own addresses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx

from serving import Server


def test_the_web_app_is_served(serve: Callable[..., Server], tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<!doctype html><title>Newfound</title>", encoding="utf-8")
    (dist / "assets" / "app-1a2b3c.js").write_text("export {}", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not yours", encoding="utf-8")
    server = serve(web=str(dist))
    with httpx.Client(base_url=server.url) as http:
        for path in ("/", "/index.html", "/t/k7m2xq9d", "/take/abc"):
            answer = http.get(path)
            assert answer.status_code == 200, path
            assert "<title>Newfound</title>" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
            assert "default-src 'self'" in answer.headers["content-security-policy"]
        script = http.get("/assets/app-1a2b3c.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "javascript" in script.headers["content-type"]
        assert http.get("/assets/gone.js").status_code == 404
        assert http.get("/api/nothing").status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
            assert "not yours" not in http.get(path).text
