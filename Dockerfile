# syntax=docker/dockerfile:1

# For amd64 and arm64: docker buildx build --platform linux/amd64,linux/arm64 .
# The web application is the same for both, so it is built on the machine's own.
FROM --platform=$BUILDPLATFORM node:26-bookworm-slim AS web
WORKDIR /lectern
COPY package.json package-lock.json .npmrc ./
COPY deck-format/package.json deck-format/
COPY deck-renderer/package.json deck-renderer/
COPY embedded-postgres-server/package.json embedded-postgres-server/
COPY server/rest/testing/clients/package.json server/rest/testing/clients/
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-bookworm-slim AS packages
WORKDIR /lectern
COPY package.json package-lock.json .npmrc ./
COPY deck-format/package.json deck-format/
COPY deck-renderer/package.json deck-renderer/
COPY embedded-postgres-server/package.json embedded-postgres-server/
COPY server/rest/testing/clients/package.json server/rest/testing/clients/
# `npm ci --omit=dev` would keep every tool that some package also names as an optional peer (vite, vitest, drizzle-kit…). Without the
# list of tools npm leaves them out, and still takes all versions from the lockfile. Node is in the image already.
RUN npm pkg delete devDependencies \
    && npm install --no-save --omit=dev \
    && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:26-bookworm-slim AS service
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /lectern
COPY --from=packages /lectern/node_modules node_modules
COPY package.json ./
COPY deck-format deck-format
COPY deck-renderer deck-renderer
COPY embedded-postgres-server embedded-postgres-server
COPY docs/openapi.json docs/api.md docs/
COPY web/theme/tokens.css web/theme/
# The player's way to know a deck, which the renderer shares.
COPY web/protocol/messages.ts web/protocol/frame-name.ts web/protocol/
COPY web/stage/position/position-state.ts web/stage/position/slide-runs.ts web/stage/position/
COPY web/stage/frames/slide-url.ts web/stage/frames/
COPY drizzle drizzle
COPY shared shared
COPY server server
COPY scripts/health-probe.ts scripts/lectern.mjs scripts/require-node.cjs scripts/fast-imports.mjs scripts/env-file.ts scripts/
COPY --from=web /lectern/web/dist web/dist

# `docker build --target renderer`: the service that makes pictures of slides. It needs the seccomp profile deck-renderer/seccomp.json,
# which lets Chromium's sandbox work. See compose.yaml.
FROM service AS renderer
ENV PORT=4000
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/*
USER node
EXPOSE 4000
# Any answer will do: /health would start a browser.
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT)"]
CMD ["node", "deck-renderer/src/main.ts"]

FROM service
ENV PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "scripts/health-probe.ts"]
CMD ["node", "--max-semi-space-size=4", "--import", "./scripts/fast-imports.mjs", "server/main.ts"]
