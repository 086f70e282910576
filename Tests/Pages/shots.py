#!/usr/bin/env python3
"""Makes the six pictures of docs/pages: what the pages look like with the bundled rides.

usage: shots.py PROGRAM FOLDER PICTURES
"""
import io
import shutil
import sys
import threading
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from check import Visit, pages
from mock import Mock

# Name, page, width, height, theme, and what is done before the picture is taken.
PICTURES = [
    ("live-phone", "live", 375, 812, "dark", None),
    ("live-wall", "live", 1920, 1080, "light", None),
    ("history", "history", 1024, 1000, "light", None),
    ("workout", "ride", 1024, 1000, "dark", "document.querySelector('.two').scrollIntoView()"),
    ("mood-phone", "moods", 375, 812, "light", None),
    ("workout-phone", "run", 375, 812, "light", "document.querySelector('.route').scrollIntoView()"),
]
# A minute of the ride at four times its speed: zones, trace and route are there.
RIDE_SECONDS = 75


def main() -> int:
    program, folder, pictures = sys.argv[1:]
    Path(pictures).mkdir(parents=True, exist_ok=True)
    server = Mock(program, folder, speed=4)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            server.live.follow("2 × 3 min")
            time.sleep(RIDE_SECONDS)
            paths = dict(pages(server))
            for name, page, width, height, theme, before in PICTURES:
                visit = Visit(browser, server, width, theme, "en")
                visit.page.set_viewport_size({"width": width, "height": height})
                visit.go(paths[page])
                visit.page.wait_for_timeout(1500)
                if before:
                    visit.page.evaluate(before)
                    visit.page.wait_for_timeout(300)
                picture = Image.open(io.BytesIO(visit.page.screenshot())).convert("RGB")
                picture.quantize(192, dither=Image.Dither.NONE).save(Path(pictures) / f"{name}.png", optimize=True)
                visit.close()
            browser.close()
    finally:
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
