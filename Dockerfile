ARG NODE_IMAGE=node:20-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && mkdir .data
# Removes packages that only the build needs. "optional" removes TypeScript, an optional peer of a transitive dependency.
RUN npm prune --omit=dev --omit=optional && find node_modules -type d -empty -delete

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# The SDK for S3 is pinned to a version for this Node, so its advice to use a newer one is of no use in the log.
ENV AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED=true
COPY package.json package-lock.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY bin ./bin
# The service's user owns only the folder that the service writes to.
COPY --from=build --chown=node:node /app/.data ./.data
# This makes `docker compose exec api shop-ops …` work.
ENV PATH=/app/node_modules/.bin:$PATH
RUN chmod +x bin/shop-ops.mjs && ln -s ../../bin/shop-ops.mjs node_modules/.bin/shop-ops
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${(process.env.ROLE === 'worker' && process.env.METRICS_PORT) || process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=20", "--no-allocation-site-pretenuring", "dist/infrastructure/main.js"]
