# The digest names one image for good. Raise it once a month, and in compose.yaml, too:
#   docker buildx imagetools inspect node:24-bookworm-slim --format '{{.Manifest.Digest}}'
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The commit that the service says it was built from. The context of the build has no checkout that could tell.
ARG COMMIT=
RUN npm run build && mkdir .data .backups
# Removes packages that only the build needs. "optional" removes TypeScript, an optional peer of a transitive dependency.
RUN npm prune --omit=dev --omit=optional && find node_modules -type d -empty -delete

FROM ${NODE_IMAGE}
ARG COMMIT=
LABEL org.opencontainers.image.title="Shop Operations API" org.opencontainers.image.revision="${COMMIT}"
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY package.json package-lock.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY bin ./bin
# The service's user owns only the folders that the service writes to.
COPY --from=build --chown=node:node /app/.data ./.data
COPY --from=build --chown=node:node /app/.backups ./.backups
# This makes `docker compose exec api shop-ops …` work.
ENV PATH=/app/node_modules/.bin:$PATH
RUN chmod +x bin/shop-ops.mjs && ln -s ../../bin/shop-ops.mjs node_modules/.bin/shop-ops
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${(process.env.ROLE === 'worker' && process.env.METRICS_PORT) || process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=20", "--no-allocation-site-pretenuring", "bin/start.mjs"]
