# The server in a container: `docker build -t samedeal .`
# Without REDIS_URL it runs an embedded store and keeps its data in /data.

FROM python:3.13-slim AS build
WORKDIR /source
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv /opt/samedeal
ENV PATH=/opt/samedeal/bin:$PATH
# A C compiler, for what players have in C; the image itself has none.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY constraints.txt ./
RUN pip install --constraint constraints.txt pip hatchling
COPY pyproject.toml README.md LICENSE ./
COPY games games
COPY players players
COPY protocol protocol
COPY records records
COPY web web
COPY server server
COPY client client
RUN pip install --constraint constraints.txt --no-build-isolation .

FROM python:3.13-slim
RUN groupadd --gid 10001 samedeal \
    && useradd --uid 10001 --gid samedeal --no-create-home --shell /usr/sbin/nologin samedeal \
    && install --directory --owner samedeal --group samedeal --mode 700 /data
COPY --from=build /opt/samedeal /opt/samedeal
ENV PATH=/opt/samedeal/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SAMEDEAL_HOST=0.0.0.0 \
    SAMEDEAL_PORT=8765 \
    SAMEDEAL_DATA=/data
USER 10001:10001
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"SAMEDEAL_PORT\"]}/health', timeout=2)"]
CMD ["samedeal-server"]
