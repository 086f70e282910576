#!/bin/bash
# Usage (in the guest): guest.sh COMMAND...   Brings up bus, udevd, bluetoothd, sensors and stick, runs COMMAND with LAB and OUT set.
# What the scenario starts and stops itself (bluetoothd) leaves its pid in /run/lab.
set -u
[ -n "${LAB_VM:-}" ] || { echo "guest.sh runs in the guest: vm -- guest.sh ..." >&2; exit 2; }
export OUT=/out PYTHONDONTWRITEBYTECODE=1
python=$LAB_CACHE/venv/bin/python
mkdir -p /run/lab /run/dbus
modprobe hci_vhci && modprobe vhci-hcd || exit 1
dbus-daemon --system --nofork --nopidfile 2>"$OUT/dbus.log" & bus=$!
# libusb sees a stick come back by way of udev
/lib/systemd/systemd-udevd >"$OUT/udevd.log" 2>&1 & udev=$!
"$python" "$LAB/ble_sensors.py" --log "$OUT/ble.jsonl" \
  Strap=hrm@C0:11:22:33:44:01 Meter=power@C0:11:22:33:44:02 >"$OUT/sensors.log" 2>&1 & sensors=$!
for i in $(seq 200); do [ -S /run/dbus/system_bus_socket ] && [ -S /run/udev/control ] && break; sleep 0.05; done
btmon -w "$OUT/ble.btsnoop" >/dev/null 2>&1 & monitor=$!
/usr/bin/python3 "$LAB/ant_stick.py" --log "$OUT/ant.jsonl" hr=12345 power=54321 >"$OUT/stick.log" 2>&1 & stick=$!
for i in $(seq 600); do [ -S /run/ble-lab.sock ] && [ -S /run/ant-lab.sock ] && break; sleep 0.1; done
"$@"; status=$?
kill $sensors $stick $monitor 2>/dev/null
[ -e /run/lab/bluetoothd ] && kill "$(cat /run/lab/bluetoothd)" 2>/dev/null
sleep 0.2; kill $udev $bus 2>/dev/null
exit $status
