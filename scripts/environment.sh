# Sourced by the other scripts: makes .venv with what they need, once; a second run is quick.
#   make_environment EXTRAS    e.g. make_environment dev
# Anything the system lacks is installed where we may, or named in one line.

say() { printf '%s\n' "$*" >&2; }

find_python() {
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

apt_install() { # packages...
    say "installing $* ..."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null
}

need() { # WHAT-IT-IS-FOR PACKAGES...: install, or say what to do and stop
    purpose=$1
    shift
    if may_install && apt_install "$@"; then return 0; fi
    say "$purpose is missing. Please run:  sudo apt-get install $*"
    return 1
}

make_venv() {
    [ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1 && return 0
    python=$(find_python) || need "Python 3.11 or newer" python3 python3-venv || return 1
    python=$(find_python) || { say "Fairdrop needs Python 3.11 or newer; this system's python3 is older."; return 1; }
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        need "Python's venv module" "$version" || return 1
    fi
    rm -rf .venv
    "$python" -m venv .venv
}

make_environment() {
    make_venv || return 1
    wanted=$(cat pyproject.toml constraints.txt | cksum)
    stamp=.venv/fairdrop-$1.stamp
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
    say "making the environment in .venv (a minute, the first time) ..."
    if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[$1]"; then
        say "the packages could not be installed: is there a network? The lines above say what failed."
        return 1
    fi
    printf '%s' "$wanted" >"$stamp"
}
