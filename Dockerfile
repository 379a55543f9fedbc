# The image of a production server. docs/operations.md, "In containers", says how to run it.

FROM node:24.11.1-alpine3.22 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/api-client/package.json packages/api-client/
COPY packages/wallet-simulator/package.json packages/wallet-simulator/
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.11.1-alpine3.22 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/api-client/package.json packages/api-client/
COPY packages/wallet-simulator/package.json packages/wallet-simulator/
# Without what only the build and the embedded database need.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -r node_modules/esbuild node_modules/@esbuild node_modules/@electric-sql node_modules/@promenade

FROM alpine:3.22
RUN apk add --no-cache libstdc++ tzdata \
  && adduser -D -u 1000 promenade \
  && install -d -o promenade -m 700 /data
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY package.json ./
COPY migrations migrations
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
USER promenade
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD wget -q -O /dev/null http://127.0.0.1:3000/healthz
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "build/server/server.js"]
