"""Takes mail: mail_server.py USER PASSWORD [CERTIFICATE KEY]. Only who logs in may send. With a certificate it wants
STARTTLS first; without one it offers no encryption at all, and takes the password in the clear.

Writes one line of JSON for each thing that happens: where it listens, each EHLO, each try to log in, each message, and
each connection that ends.
"""

import asyncio
import email.policy
import json
import ssl
import sys
from email.parser import BytesParser

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


def tell(event, **facts):
    print(json.dumps({"event": event, **facts}), flush=True)


class Inbox:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        tell("ehlo", name=hostname, encrypted=session.ssl is not None)
        return responses

    async def handle_DATA(self, server, session, envelope):
        mail = BytesParser(policy=email.policy.default).parsebytes(envelope.content)
        text = mail.get_body(("plain",))
        tell(
            "mail",
            to=envelope.rcpt_tos,
            encrypted=session.ssl is not None,
            submitted=mail["Auto-Submitted"],
            text=text.get_content() if text else "",
        )
        return "250 taken"


class Told(SMTP):
    def connection_lost(self, error):
        super().connection_lost(error)
        tell("end")


async def serve(user, password, certificate=None, key=None):
    context = None
    if certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate, key)

    def judge(server, session, envelope, mechanism, data):
        right = isinstance(data, LoginPassword) and data.login == user.encode() and data.password == password.encode()
        tell("login", encrypted=session.ssl is not None, right=right)
        return AuthResult(success=right)

    def connected():
        return Told(
            Inbox(),
            hostname="mail.interop.test",
            tls_context=context,
            require_starttls=context is not None,
            authenticator=judge,
            auth_required=True,
            auth_require_tls=context is not None,
        )

    server = await asyncio.get_running_loop().create_server(connected, "127.0.0.1", 0)
    tell("listening", port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
