#!/usr/bin/env bash
# Sees to it that the browser tests have a Chromium; where it may not be installed, says what will be skipped.
set -u
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests …"
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-liberation >/dev/null; then exit 0; fi
fi
echo "No Chromium: the tests in a real browser (tests/web) will be skipped. On Debian: sudo apt install chromium"
exit 0
