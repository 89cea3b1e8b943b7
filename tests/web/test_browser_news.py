"""Notifications in the browser: switched on at 360 pixels and by keyboard, tried, shown by the service worker, stopped from a mail."""

from __future__ import annotations

import json

import pytest

from server.guests import Guest
from server.harness import Server, known_save
from server.sinks import Listener, MailServer, WebServer, soon
from web.test_browser_place import sign_up

LISTENS = """(subscription) => { PushManager.prototype.subscribe = async () => ({ toJSON: () => (
    { endpoint: subscription.endpoint, keys: { p256dh: subscription.p256dh, auth: subscription.auth } }) }) }"""
SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((n) => [n.title, n.data])"


@pytest.fixture(scope="module")
def sinks(tmp_path_factory):
    """A server whose mails and messages arrive here."""
    folder, mail, web = tmp_path_factory.mktemp("news"), MailServer(), WebServer()
    settings = {"BIVOUAC_SMTP": mail.url, "BIVOUAC_URL": "http://localhost:1", "BIVOUAC_INNER_HOOKS": "1"}
    running = Server(folder, BIVOUAC_CLOCK=str(folder / "clock.txt"), **settings).start()
    yield running, mail, web
    running.stop()
    mail.close()
    web.close()


def deliver(page, home, text):
    """As the browser's push service would."""
    session = page.context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    soon_in(page, lambda: found)
    wish = {"origin": home, "registrationId": found[0]["registrationId"], "data": text}
    session.send("ServiceWorker.deliverPushMessage", wish)


def soon_in(page, found):
    for _ in range(100):
        if found():
            return found()
        page.wait_for_timeout(50)
    raise AssertionError("it does not come")


def test_told_in_the_browser_by_a_webhook_and_no_more_by_mail(visit, sinks):
    server, _, web = sinks
    home = f"http://localhost:{server.port}"
    page = visit(size=(360, 740), locale="it-IT")
    page.context.grant_permissions(["notifications"], origin=home)
    sign_up(page, home, "Anna")
    page.goto(f"{home}/me")
    listener = Listener(f"{web.url}/push")
    page.evaluate(LISTENS, listener.subscription)
    page.click("#listen")
    page.wait_for_selector(".ways li")
    assert page.is_checked("#news-push")
    page.focus(".hooks summary")
    page.keyboard.press("Enter")
    page.focus("#hook-url")
    page.keyboard.type(f"{web.url}/hook")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ways li + li")
    page.fill("#quiet-from", "22:00")
    page.fill("#quiet-until", "07:00")
    page.select_option("#news-zone", "Europe/Rome")
    page.click("#save-news")
    page.wait_for_selector("#news + *, .news")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    for number in (1, 2):
        page.click(f".ways li:nth-child({number}) button >> nth=0")
        page.wait_for_selector(f".sent li:nth-child({number})")
    sealed = soon(lambda: web.at("/push"), "no push")[0][1]
    assert json.loads(soon(lambda: web.at("/hook"), "no webhook")[0][1])["subject"] == "Bivouac: una prova"
    deliver(page, home, json.dumps(listener.read(sealed)))
    soon_in(page, lambda: page.evaluate(SHOWN))
    assert page.evaluate(SHOWN) == [["Bivouac: una prova", "/me"]]
    page.reload()
    page.wait_for_selector(".sent li:has-text('mandato')")
    assert page.input_value("#quiet-from") == "22:00" and page.input_value("#news-zone") == "Europe/Rome"


def test_a_mail_leads_to_the_match_and_to_silence(visit, sinks):
    server, mail, _ = sinks
    home = f"http://localhost:{server.port}"
    page = visit()
    guest, bruno = Guest(server), f"bruno{len(mail.mails)}@example.org"
    guest.told("/api/enter/mail", mail=bruno)
    link = soon(lambda: mail.to(bruno), "no link")[0].get_content().split("/enter#")[1].split()[0]
    page.goto(f"{home}/enter#{link}")
    page.click("#go-in")
    page.wait_for_selector("#save-news")
    page.check("#news-mail")
    page.click("#save-news")
    page.wait_for_selector("#news + *, .news")
    page.goto(f"{home}/")
    token, match = page.evaluate(
        """async (save) => { const post = async (path, body) => (await fetch(path, { method: 'POST', body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' } })).json();
        const { token } = await post('/api/saves', { save, seats: { 0: 'me', 1: 'link' } });
        return [token, (await (await fetch('/api/me')).json()).matches[0].match] }""",
        known_save(),
    )
    page.goto(f"{home}/t/{token}")
    page.wait_for_selector(".board .lit, .bar .answer")
    page.goto(home)
    server.ahead(120)
    letter = soon(lambda: mail.to(bruno)[1:], "no mail")[0].get_content()
    assert f"/me#open={match}" in letter
    page.goto(f"{home}/me#open={match}")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".bar .prompt")
    page.evaluate("() => document.querySelector('[aria-controls=pane-match], #tab-match').click()")
    page.click(".agreed details summary")
    page.wait_for_selector("#news-mail")
    page.select_option("#news-hook", "on")
    page.wait_for_selector(".agreed .news")
    stop = letter.split("/stop/")[-1].split()[0]
    stranger = visit(size=(360, 740), expected=("404",))
    stranger.goto(f"{home}/stop/{stop}")
    stranger.wait_for_selector("#stop-back")
    assert guest.get(f"/stop/{stop}").status_code == 200
    page.goto(f"{home}/me")
    page.wait_for_selector("#news-mail")
    assert not page.is_checked("#news-mail")
    stranger.click("#stop-back")
    stranger.wait_for_selector("#stopped :text('again')")
    stranger.goto(f"{home}/stop/{stop}x")
    stranger.wait_for_selector(".trouble")
    server.ahead(0)
