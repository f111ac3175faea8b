# The portal as an image: no root, and nothing written outside of /data and /tmp. See docs/deploy.md.
FROM node:24-bookworm-slim AS application
WORKDIR /app
# The Node that package-lock.json pins: the one of the base image only installs.
ENV PATH=/app/node_modules/.bin:$PATH
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The pages are built by packages that the portal runs without.
RUN node web/build.ts
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# The image has Debian's Chromium, and production no embedded database.
RUN rm -r node_modules/@sparticuz node_modules/@electric-sql
# A start without settings ends at once, and leaves compiled code: later starts cannot write it.
RUN env -i PATH="$PATH" NODE_ENV=production node portal/start.js 2> /dev/null || test -d node_modules/.cache/portal

FROM debian:bookworm-slim
# Chromium prints the reports; tini reaps the processes that it leaves.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates chromium tini \
    fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --no-create-home --shell /usr/sbin/nologin portal \
  && install --directory --owner=portal --group=portal /data
ENV PATH=/app/node_modules/.bin:$PATH
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data CHROMIUM_PATH=/usr/bin/chromium HOME=/tmp
WORKDIR /app
COPY --from=application /app ./
USER 1000:1000
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-old-space-size=1024", "--disable-warning=ExperimentalWarning", "portal/start.js"]
