#!/bin/sh
# Installs the program `rooflight` from a release: finds the archive for this system, checks its sum, and copies the program.
#
#   curl -fsSL https://github.com/rooflight/rooflight/releases/latest/download/install.sh | sh
#
# ROOFLIGHT_VERSION       the version, such as v0.2.0; the latest release by default
# ROOFLIGHT_INSTALL_DIR   the folder for the program; ~/.local/bin by default
# ROOFLIGHT_DOWNLOAD_URL  the folder that holds the archives and SHA256SUMS, in place of the release's
#
# Writes nothing but the program, and only after its sum was right. Everything is in functions, so that a part of this file does nothing.
set -eu

REPOSITORY=https://github.com/rooflight/rooflight

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

# The name of this system in the names of the archives.
target() {
    system=$(uname -s)
    machine=$(uname -m)
    case $machine in
        x86_64 | amd64) machine=x86_64 ;;
        aarch64 | arm64) machine=aarch64 ;;
        *) fail "there is no archive for $machine: compile it, as the README says" ;;
    esac
    case $system in
        # The static program, which runs with any C library.
        Linux) echo "$machine-unknown-linux-musl" ;;
        Darwin) echo "$machine-apple-darwin" ;;
        *) fail "there is no archive for $system: compile it, as the README says" ;;
    esac
}

# Downloads $1 to the file $2.
download() {
    if command -v curl >/dev/null; then
        curl --proto '=https,file' --fail --silent --show-error --location --output "$2" "$1" || fail "cannot download $1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document "$2" "$1" || fail "cannot download $1"
    else
        fail "neither curl nor wget is here"
    fi
}

# The version of the latest release, from the address that its page leads to.
latest() {
    command -v curl >/dev/null || fail "curl is not here: set ROOFLIGHT_VERSION"
    page=$(curl --proto '=https' --fail --silent --show-error --location --output /dev/null \
        --write-out '%{url_effective}' "$REPOSITORY/releases/latest") || fail "cannot find the latest release"
    case $page in
        */tag/v*) echo "${page##*/}" ;;
        *) fail "there is no release yet: compile it, as the README says" ;;
    esac
}

# The SHA-256 sum of the file $1.
sum() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    elif command -v shasum >/dev/null; then
        shasum -a 256 "$1"
    else
        fail "neither sha256sum nor shasum is here"
    fi | cut -d ' ' -f 1
}

main() {
    version=${ROOFLIGHT_VERSION:-$(latest)}
    name=rooflight-$version-$(target)
    from=${ROOFLIGHT_DOWNLOAD_URL:-$REPOSITORY/releases/download/$version}
    into=${ROOFLIGHT_INSTALL_DIR:-$HOME/.local/bin}
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    download "$from/SHA256SUMS" "$work/SHA256SUMS"
    download "$from/$name.tar.gz" "$work/$name.tar.gz"
    wanted=$(awk -v name="$name.tar.gz" '$2 == name || $2 == "*" name {print $1}' "$work/SHA256SUMS")
    [ -n "$wanted" ] || fail "SHA256SUMS does not name $name.tar.gz"
    [ "$wanted" = "$(sum "$work/$name.tar.gz")" ] || fail "the sum of $name.tar.gz is wrong: nothing was installed"
    tar -xzf "$work/$name.tar.gz" -C "$work"
    mkdir -p "$into"
    # Into the folder first, so that the rename is one step and a running program is left alone.
    cp "$work/$name/rooflight" "$into/.rooflight-new"
    chmod 755 "$into/.rooflight-new"
    mv -f "$into/.rooflight-new" "$into/rooflight"
    echo "installed $("$into/rooflight" --version) as $into/rooflight"
    case :$PATH: in
        *:"$into":*) ;;
        *) echo "$into is not on your PATH: add it, for instance with  export PATH=\"$into:\$PATH\"" ;;
    esac
}

main "$@"
