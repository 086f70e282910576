#!/bin/bash
# Prepare the hardware lab: a guest kernel (unpacked, not installed), an initramfs, a venv. The packages that it needs are named in
# the Makefile, and `make test-lab` has them installed.
# Everything that is downloaded or built goes to $LAB_CACHE, never to this folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
LAB_CACHE=${LAB_CACHE:-$(cd "$(dirname "$0")/../.." && pwd)/.build/lab}
mkdir -p "$LAB_CACHE"
# Who is not root has depmod and modprobe not in reach.
PATH=$PATH:/usr/sbin:/sbin

k=$LAB_CACHE/kroot
if ! ls "$k"/boot/vmlinuz-* >/dev/null 2>&1; then
  img=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image/{print $2; exit}')
  t=$(mktemp -d); (cd "$t" && apt-get download -qq "$img" 2>/dev/null && dpkg-deb -x linux-image-*.deb "$k"); rm -rf "$t"
fi
ver=$(basename "$(ls -d "$k"/lib/modules/*)")
depmod -b "$k" "$ver"
# Debian's bzImage is xz: decompressing it under TCG costs seconds, so unpack the ELF and boot it by PVH.
python3 "$here/unpack_vmlinux.py" "$k/boot/vmlinuz-$ver" "$LAB_CACHE/vmlinux"

# initramfs: busybox + the modules that reach the host's root over 9p
i=$(mktemp -d); mkdir -p "$i"/{bin,proc,sys,dev,lower,rw,newroot,mod}
cp "$(command -v busybox)" "$i/bin/busybox"
n=0
for m in virtio_mmio virtio_pci virtio_console virtio_rng 9pnet_virtio 9p overlay; do
  modprobe -d "$k" -S "$ver" --show-depends "$m"
done | awk '$1=="insmod" && !s[$2]++ {print $2}' | while read -r f; do
  n=$((n+1)); cp "$f" "$(printf '%s/mod/%02d-%s' "$i" $n "$(basename "$f")")"
done
install -m755 "$here/guest-init" "$i/init"
(cd "$i" && find . | cpio -o -H newc --quiet) > "$LAB_CACHE/initrd"
rm -rf "$i"

if ! [ -x "$LAB_CACHE/venv/bin/python" ]; then
  /usr/bin/python3 -m venv "$LAB_CACHE/venv"
  "$LAB_CACHE/venv/bin/pip" install -q bumble
fi
echo "lab ready: kernel $ver"
