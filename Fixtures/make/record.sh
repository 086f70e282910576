#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Usage (in the virtual machine, as root): record.sh RIDE OUT [ant]
# bluetoothd, btmon -w and the sensor emulators are up already (README.md says in which order); PYTHON has dbus-fast.
set -u
here=$(cd "$(dirname "$0")" && pwd) ride=$1 out=$2
if [ "${3:-}" = ant ]; then
  /usr/bin/python3 "$here/ant_reader.py" >"$out/ant_reader.log" 2>&1 & a=$!
  for i in $(seq 300); do [ -e /run/ant-ready ] && break; sleep 0.1; done
fi
"${PYTHON:-python3}" "$here/director.py" "$ride" "$out"; rc=$?
if [ "${3:-}" = ant ]; then kill -TERM $a; wait $a; fi
exit $rc
