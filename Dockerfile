# The program in an image, built from this source: docker build -t edelweiss . && docker run --rm -i edelweiss pair - < FILE
FROM rust:1.95-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked --package edelweiss-cli \
        --config 'profile.dist.strip="symbols"' --config profile.dist.debug=false

FROM debian:bookworm-slim
COPY --from=build /source/target/dist/edelweiss /usr/local/bin/edelweiss
COPY --from=build /source/LICENSE-MIT /source/LICENSE-APACHE /usr/share/doc/edelweiss/
# Files of the host are at /data: docker run --rm -v "$PWD:/data" edelweiss pair FILE
WORKDIR /data
USER 65534:65534
ENTRYPOINT ["edelweiss"]
CMD ["--help"]
