# Builds with Docker, Podman and Buildah. Build tools stay behind in this stage, including the Node that npm installs for the project.
FROM node:24.21.0-trixie-slim AS build
# Not root here either, because packages run code when they are installed.
USER 1000:1000
WORKDIR /home/node
# Buildah makes a WORKDIR only for an instruction that runs in it.
RUN mkdir data
COPY --chown=1000:1000 package.json package-lock.json ./
# Installing generates the modules of the texts, which name constants of the contract.
COPY --chown=1000:1000 texts texts
COPY --chown=1000:1000 tools/prepare.cjs tools/
COPY --chown=1000:1000 tools/texts tools/texts
COPY --chown=1000:1000 contract contract
COPY --chown=1000:1000 server/package.json server/neededNode.cjs server/
COPY --chown=1000:1000 web/package.json web/
RUN npm ci
COPY --chown=1000:1000 . .
# Builds the pages, assembles what production runs (tools/release/ship.ts), and starts it once.
RUN node tools/release/ship.ts shipped

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Survey App" \
      org.opencontainers.image.description="Yes/no surveys that people make, publish, vote on and watch being counted." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    PORT=3000 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/app/.compiled \
    NODE_COMPILE_CACHE_PORTABLE=1
WORKDIR /app
# Root owns these files, so an attacker who takes over the server cannot change them.
COPY --from=build --chown=0:0 /home/node/shipped ./
COPY --from=build --chown=1000:1000 /home/node/data /data
# A number, so that Kubernetes can verify that it is not root.
USER 1000:1000
# The only writable folder: run the container with --read-only.
VOLUME ["/data"]
EXPOSE 3000
# The server handles SIGTERM (it finishes running requests) and starts no other programs, so it needs no init process.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/start.cjs"]
