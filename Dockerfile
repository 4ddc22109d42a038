# Rooflight alone in a small image; the folder with `content/` is mounted at /site:
#   docker build --tag rooflight https://github.com/rooflight/rooflight.git
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/site" rooflight build
FROM rust:1.95-slim-bookworm AS build
WORKDIR /source
COPY . .
# The first command fetches what rust-toolchain.toml names, the WebAssembly target among it.
RUN rustup toolchain install && cargo build --locked --release --features full

FROM debian:bookworm-slim
COPY --from=build /source/target/release/rooflight /usr/local/bin/
COPY --from=build /source/LICENSE-MIT /source/LICENSE-APACHE /source/crates/compiler/fonts/OFL.txt /usr/share/doc/rooflight/
WORKDIR /site
ENTRYPOINT ["rooflight"]
CMD ["--help"]
