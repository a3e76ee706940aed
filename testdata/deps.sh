#!/bin/sh
# Installs what `make test` needs beyond Go: a C compiler, for the race detector. Without the right to install, the tests run without it.
cc=$(go env CC)
command -v "$cc" >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing gcc for the race detector"
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq gcc libc6-dev >/dev/null && exit 0
fi
echo "no C compiler ($cc): the tests run without the race detector; install gcc and libc6-dev to have it" >&2
exit 0
