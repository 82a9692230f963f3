# assay in a container: the command, and by `serve` a sandbox with fixed addresses and keys. docs/container.md shows how.
FROM node:22-alpine AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . ./
RUN npm pack --pack-destination /tmp
WORKDIR /opt/assay
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund /tmp/assay-conformance-*.tgz

FROM node:22-alpine
COPY --from=build /opt/assay /opt/assay
ENV PATH=/opt/assay/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    ASSAY_HOST=0.0.0.0 \
    ASSAY_SEED=1 \
    ASSAY_PAYMENT_PORT=4010 \
    ASSAY_PAYMENT_CONTROL_PORT=4011 \
    ASSAY_MESSAGING_PORT=4020 \
    ASSAY_MESSAGING_CONTROL_PORT=4021
EXPOSE 4010 4011 4020 4021
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["assay"]
CMD ["--help"]
