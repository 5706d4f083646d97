"""Mails: plain text, by SMTP, where the operator has set it up. Sending waits for a network: not for the event loop."""

from __future__ import annotations

import re
import smtplib
import ssl
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from newfound.host.problems import Denied
from newfound.server.problems import BadSettings
from newfound.server.settings import Settings

SECONDS: Final = 20.0
PORTS: Final = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
ADDRESS: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}")


class NotNow(OSError):
    """Not taken; to be tried again."""


@dataclass(frozen=True)
class Letter:
    to: str
    subject: str
    text: str
    stop: str  # the address at which a mail program ends them with one click


@dataclass(frozen=True)
class Postbox:
    """Who takes our mails."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    sender: str


def postbox(settings: Settings) -> Postbox | None:
    """None where mail is not set up: it needs a server, a sender, and the address that links in it lead to."""
    if not settings.smtp:
        return None
    try:
        url = urlsplit(settings.smtp)
        port = url.port or PORTS.get(url.scheme, 0)
    except ValueError:
        port = 0
    if not port or not url.hostname:
        raise BadSettings("server.smtp")  # without the text, which may hold a password
    if not ADDRESS.fullmatch(settings.mail_from) or not settings.address:
        raise BadSettings("server.mail_from")
    return Postbox(url.scheme, url.hostname, port, unquote(url.username or ""), unquote(url.password or ""), settings.mail_from)


def clean_address(text: str) -> str:
    address = text.strip()
    if len(address) > 254 or not ADDRESS.fullmatch(address) or len(address.partition("@")[0]) > 64:
        raise Denied(422, "mail")
    return address


def send(box: Postbox, letter: Letter) -> None:
    """NotNow where it was not taken and may be later; another OSError where it will not be, or nobody knows."""
    message = EmailMessage(policy.SMTP.clone(max_line_length=900))  # an address is not folded
    message["From"], message["To"], message["Subject"] = box.sender, letter.to, letter.subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=box.sender.partition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{letter.stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text, cte="quoted-printable")
    safe = ssl.create_default_context()
    try:
        link = _connect(box, safe)
    except OSError as error:
        raise NotNow from error
    try:
        link.send_message(message)
    except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as error:
        code = error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else max(code for code, _ in error.recipients.values())
        if code >= 500:
            raise
        raise NotNow from error
    finally:
        link.close()


def _connect(box: Postbox, safe: ssl.SSLContext) -> smtplib.SMTP:
    if box.scheme == "smtps":
        link: smtplib.SMTP = smtplib.SMTP_SSL(box.host, box.port, timeout=SECONDS, context=safe)
    else:
        link = smtplib.SMTP(box.host, box.port, timeout=SECONDS)
    try:
        if box.scheme == "smtp":
            link.starttls(context=safe)
        if box.user:
            link.login(box.user, box.password)
    except OSError:
        link.close()
        raise
    return link
