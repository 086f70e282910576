"""What people do on the pages, step by step. Each journey gives what went wrong."""
import json
import time

from playwright.sync_api import Error


def _expect(faults: list[str], holds: bool, fault: str):
    if not holds:
        faults.append(fault)


def _until(page, expression: str, seconds: float):
    """Asks again and again: the pages' policy forbids what the driver's own waiting does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if page.evaluate(expression):
                return
        except Error:
            # The page is on its way to another one.
            pass
        page.wait_for_timeout(150)
    raise TimeoutError(f"{expression} does not come to hold")


def ride(visit, server) -> list[str]:
    """Start, lap, pause, resume, stop with a question, summary: by the buttons that a rider has."""
    faults: list[str] = []
    page = visit.page
    server.live.stop()
    server.live.play()
    time.sleep(1)
    server.live.ask(request="stop")
    visit.go("/")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".live", timeout=10000)
    time.sleep(4)
    page.get_by_role("button", name="Lap").click()
    page.wait_for_timeout(1500)
    _expect(faults, server.live.status["live"]["lap"]["index"] == 1, "the lap was not taken")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(1000)
    _expect(faults, server.live.status["live"]["state"] == "paused", "the workout is not paused")
    page.get_by_role("button", name="Resume").click()
    page.wait_for_timeout(1000)
    _expect(faults, server.live.status["live"]["state"] == "running", "the workout does not go on")
    page.get_by_role("button", name="Stop").click()
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    page.wait_for_timeout(500)
    _expect(faults, server.live.status["live"] is not None, "it was stopped without a yes")
    page.get_by_role("button", name="Stop").click()
    page.locator("dialog[open]").get_by_role("button", name="Stop").click()
    page.wait_for_selector(".summary", timeout=15000)
    _expect(faults, server.live.status["live"] is None, "the workout still runs")
    _expect(faults, page.locator(".summary dd").count() >= 2, "the summary says nothing")
    return faults


def silence(visit, server) -> list[str]:
    """A connection that has gone silent: what is old is grey, says so, and is then no number at all."""
    faults: list[str] = []
    page = visit.page
    server.live.follow("2 × 3 min")
    visit.go("/")
    _until(page, "/\\d/.test(document.querySelectorAll('.hero .num')[1].textContent)", 20)
    server.live.silent = True
    page.wait_for_selector(".hero .num.stale", timeout=9000)
    _expect(faults, page.locator(".state").get_attribute("data-state") == "silent", "the state does not say that nothing comes")
    _until(page, "[...document.querySelectorAll('.hero .num')].every((number) => number.textContent === '–')", 15)
    server.live.silent = False
    _until(page, "/\\d/.test(document.querySelectorAll('.hero .num')[1].textContent) && !document.querySelector('.stale')", 8)
    return faults


def lost_sensor(visit, server) -> list[str]:
    """A strap that is lost: a dash and since when, never its last value."""
    faults: list[str] = []
    page = visit.page

    def without_heart(status):
        for value in (status.get("live") or {}).get("values", []):
            if value["quantity"] == "heartRate":
                value["value"], value["zone"], value["lostSince"] = None, None, status["live"]["now"] - 12
        return status

    server.live.follow("2 × 3 min")
    time.sleep(7)
    server.override = without_heart
    try:
        visit.go("/")
        page.wait_for_timeout(1500)
        heart = page.locator(".hero").nth(1)
        _expect(faults, heart.locator(".num").text_content() == "–", f"heart rate is {heart.locator('.num').text_content()}")
        _expect(faults, "0:12" in heart.locator(".age").text_content(), f"since when is {heart.locator('.age').text_content()!r}")
        _expect(faults, heart.locator(".sign b").text_content() == "–", "a zone is shown without a heart rate")
    finally:
        server.override = None
    return faults


def hostile_names(visit, server) -> list[str]:
    """A sensor that calls itself by markup is shown by these letters."""
    faults: list[str] = []
    name = '<img src=x onerror="document.title=1"><b>Strap'

    def renamed(status):
        for one in status.get("sensors", []) + status.get("sources", []):
            one["name"] = name
        return status

    server.override = renamed
    try:
        visit.go("/sensors")
        _expect(faults, visit.page.locator("h2", has_text="<img src=x").count() > 0, "the name is not shown as it is")
        _expect(faults, visit.page.locator("main img").count() == 0, "the name became an element")
    finally:
        server.override = None
    return faults


def languages(visit, server) -> list[str]:
    """Another language, and another theme, at once; both stay."""
    faults: list[str] = []
    page = visit.page
    visit.go("/history")
    page.get_by_role("button", name="More").click()
    page.locator("dialog[open] select").select_option("cs")
    page.wait_for_selector("html[lang=cs][data-ready]")
    _expect(faults, page.locator("h1").text_content() == "Historie", f"the title is {page.locator('h1').text_content()}")
    page.get_by_role("button", name="Více").click()
    page.locator("dialog[open]").get_by_role("button", name="Tmavý").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    visit.go("/workouts")
    _expect(faults, page.evaluate("document.documentElement.lang") == "cs" and page.evaluate("getComputedStyle(document.body).backgroundColor") == dark, "the next page forgot it")
    return faults


def replay(visit, server) -> list[str]:
    """One moment ties the slider and all traces together; keys move it."""
    faults: list[str] = []
    page = visit.page
    row = next(row for row in server.documents.rows if row["type"] == "cycling")
    series = server.documents.series(row["id"], 1)
    visit.go(f"/workout/{row['id']}")
    slider = page.get_by_role("slider")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("PageUp")
    second = int(slider.input_value())
    _expect(faults, second > 0, "keys do not move the slider")
    wanted = round(series["quantities"]["heartRate"]["average"][second])
    told = page.locator(".trace-row output").first.text_content()
    _expect(faults, str(wanted) in told, f"at {second} s the trace says {told}, the recording {wanted}")
    return faults


def history_figures(visit, server) -> list[str]:
    """A tile says what the document says; a bar that is asked says its own."""
    faults: list[str] = []
    page = visit.page
    page.add_init_script("localStorage.period = 'month'; localStorage.scope = 'activities'")
    visit.go("/history")
    page.get_by_role("button", name="Back").click()
    found = server.documents.statistics({"period": "month", "back": "1", "baseline": "previous"})
    total = found["scopes"]["activities"]["activityCount"]["total"]
    tile = page.locator(".metric", has_text="Workouts").first
    _until(page, f"[...document.querySelectorAll('.metric')].some((tile) => tile.textContent.startsWith('Workouts{total}'))", 8)
    tile.click()
    page.locator(".plot canvas").first.focus()
    page.keyboard.press("Home")
    first = found["scopes"]["activities"]["activityCount"]["buckets"][0]
    told = page.locator(".inspect").first.text_content()
    _expect(faults, f": {first}" in told or (first is None and "no data" in told), f"the first bar says {told}, the document {first}")
    page.keyboard.press("+")
    page.wait_for_timeout(200)
    _expect(faults, page.get_by_role("button", name="Show all").is_visible(), "plus does not zoom")
    return faults


def first_visit(visit, server) -> list[str]:
    """Without any data: three steps, no figure that is not there, and DEMO where data is made up, which one click removes."""
    faults: list[str] = []
    page = visit.page
    server.live.ask(request="stop")
    server.state = "empty"
    try:
        visit.go("/")
        _expect(faults, page.locator(".steps > li").count() == 3, "there are no three steps")
        visit.go("/workouts")
        _expect(faults, page.locator(".empty").count() == 1, "an empty list says nothing")
        server.state = "demo"
        for path in ("/", "/today", "/history", "/workouts", "/sensors", "/moods", "/settings"):
            visit.go(path)
            _expect(faults, page.locator(".notice.demo").is_visible(), f"{path} does not say DEMO")
        page.locator(".notice.demo button").click()
        page.locator("dialog[open]").get_by_role("button", name="Remove demo data").click()
        _until(page, "!document.querySelector('.notice.demo')", 5)
        _expect(faults, server.state == "empty", "the demo data is still there")
    finally:
        server.state = "data"
    return faults


def join_code(visit, server) -> list[str]:
    """The code of the settings page is read by another program's reader, and is the address."""
    import zxingcpp
    from PIL import Image
    from io import BytesIO
    faults: list[str] = []
    visit.go("/settings")
    visit.page.get_by_role("button", name="Show a code").click()
    visit.page.wait_for_selector("svg.qr")
    found = zxingcpp.read_barcodes(Image.open(BytesIO(visit.page.locator("svg.qr").screenshot())))
    _expect(faults, [one.text for one in found] == ["http://192.168.1.20:8737/join?code=K7QX-2MPD"], f"the reader sees {[one.text for one in found]}")
    for length in (1, 14, 15, 62, 63, 106, 107, 152, 180, 213):
        text = ("https://wattbeat.example/" + "aZ09-" * 50)[:length]
        rows = visit.page.evaluate("async (text) => (await import('/app/qr.js')).qrRows(text)", text)
        picture = Image.new("L", (len(rows) + 8, len(rows) + 8), 255)
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                if dark:
                    picture.putpixel((x + 4, y + 4), 0)
        read = zxingcpp.read_barcodes(picture.resize((picture.width * 6, picture.height * 6), 0))
        _expect(faults, [one.text for one in read] == [text], f"{length} characters cannot be read")
    return faults


def stranger(visit, server) -> list[str]:
    """Who has not joined is led to where the code is typed, from every page."""
    faults: list[str] = []
    server.is_stranger = True
    try:
        for path in ("/", "/history", "/settings"):
            visit.go(path)
            _expect(faults, visit.page.locator("main a[href='/join']").count() == 1, f"{path} does not lead to the code")
        visit.page.locator("main a[href='/join']").click()
        visit.page.wait_for_selector("html[data-page=join][data-ready]")
        _expect(faults, visit.page.get_by_label("Code").is_visible(), "there is no place for the code")
    finally:
        server.is_stranger = False
    return faults


def mood(visit, server) -> list[str]:
    """A check-in by keys, and what is sent of it."""
    faults: list[str] = []
    page = visit.page
    visit.go("/moods")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    page.get_by_text("Proud", exact=True).click()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/moods")) as sent:
        page.get_by_role("button", name="Save").click()
    body = json.loads(sent.value.post_data)
    _expect(faults, body["valence"] == 1 and body["labels"] == ["proud"] and body["kind"] == "momentary", f"it sends {body}")
    _until(page, "document.querySelector('.entry strong')?.textContent === 'Very pleasant'", 5)
    return faults


ALL = [ride, silence, lost_sensor, hostile_names, languages, replay, history_figures, join_code, stranger, mood, first_visit]
