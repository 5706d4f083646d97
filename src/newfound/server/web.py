"""The files of the web app, from `newfound/web/dist` where it is built: assets cached for good, every other address is `index.html`.
Below `/alone/` lies the folder that plays without a server, for a device to keep."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import newfound
from newfound.server.gate import POLICY

DIST: Final = Path(newfound.__file__).parent / "web" / "dist"
ALONE: Final = "/alone/"


class WebApp(StaticFiles):
    """Names under `assets/` carry a digest of what is in them, so they never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(("api/", "assets/")):
                raise
            path, response = "index.html", await super().get_response("index.html", scope)
        lasting = path.startswith("assets/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response


class Site(StaticFiles):
    """Its service worker keeps the files and asks whether there are newer ones. The rules run in WebAssembly there."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        response.headers["content-security-policy"] = f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"
        return response
