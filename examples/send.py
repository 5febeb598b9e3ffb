"""Sends a PDF to somebody, waits until it is signed, and fetches it: see README.md. Needs nothing but Python 3.9."""

import base64
import hashlib
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

BASE = os.environ.get("RUBRICA_URL", "http://127.0.0.1:8080").rstrip("/") + "/api"
TRIES = 5


def ask(method, path, body=None, headers=None):
    """One call. What is put off or lost is sent again, a POST under the same key: it is done once whatever happens."""
    sent = {**({"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}), **(headers or {})}
    for failures in range(1, TRIES + 1):
        pause = 2 ** (failures - 1)
        try:
            request = urllib.request.Request(BASE + path, data=body, headers=sent, method=method)
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.read()
        except urllib.error.HTTPError as refusal:
            text = refusal.read()
            if refusal.code not in (429, 502, 503, 504) or failures == TRIES:
                # Problem details (RFC 9457): go by the code, the rest is for people.
                problem = json.loads(text) if "json" in refusal.headers.get("Content-Type", "") else {}
                sys.exit(f"{method} {path}: {refusal.code} {problem.get('Code', '')} {problem.get('Message', '')}")
            pause = int(refusal.headers.get("Retry-After") or pause)
        except (urllib.error.URLError, TimeoutError, ConnectionError) as silence:
            if failures == TRIES:
                sys.exit(f"The server at {BASE} could not be reached: {silence}")
        time.sleep(pause)


class Program:
    """Calls in the name of a program; its token is asked for when there is none that is good for another minute."""

    def __init__(self, client_id, secret):
        self.basic = "Basic " + base64.b64encode(f"{client_id}:{secret}".encode()).decode()
        self.token, self.until = None, 0.0

    def call(self, method, path, body=None, headers=None):
        if time.monotonic() > self.until:
            form = urllib.parse.urlencode({"grant_type": "client_credentials"}).encode()
            answer = json.loads(ask("POST", "/oauth/token", form, {"Authorization": self.basic}))
            self.token, self.until = answer["access_token"], time.monotonic() + answer["expires_in"] - 60
        return ask(method, path, body, {"Authorization": f"Bearer {self.token}", **(headers or {})})

    def upload(self, name, pdf):
        """Hands a file over. The server judges it at once, and refuses what arrives as other bytes (RFC 9530)."""
        digest = base64.b64encode(hashlib.sha256(pdf).digest()).decode()
        named = "attachment; filename*=UTF-8''" + urllib.parse.quote(name, safe="")
        headers = {"Content-Type": "application/pdf", "Content-Disposition": named, "Content-Digest": f"sha-256=:{digest}:"}
        return json.loads(self.call("POST", "/v1/files", pdf, headers))

    def send(self, description):
        body = json.dumps(description).encode()
        return json.loads(self.call("POST", "/v1/documents", body, {"Content-Type": "application/json"}))


def main(source, user_id, target):
    pdf = pathlib.Path(source).read_bytes()
    program = Program(os.environ["RUBRICA_CLIENT_ID"], os.environ["RUBRICA_CLIENT_SECRET"])
    file = program.upload(pathlib.Path(source).name, pdf)
    document = program.send({"file": file["id"], "fileName": file["name"], "signers": [{"userId": user_id}]})
    print(f"Sent to {user_id} as {document['guid']}. Waiting for the signature.", flush=True)
    seen, pause, state = 0, 2.0, "open"
    while state == "open":
        time.sleep(pause)
        state = json.loads(program.call("GET", f"/v1/documents/{document['guid']}"))["state"]
        events = json.loads(program.call("GET", f"/v1/documents/{document['guid']}/events?after={seen}"))["data"]
        for event in events:
            print(f"{event['at']}  {event['type']}", flush=True)
        # The less happens, the less often it looks.
        seen, pause = (events[-1]["sequence"], 2.0) if events else (seen, min(30.0, pause * 1.5))
    if state != "completed":
        sys.exit(f"The document is {state}.")
    signed = program.call("GET", f"/v1/documents/{document['guid']}/content")
    # Signatures are appended: what was sent has to be there, byte for byte. `rubrica verify` looks at the rest.
    if not signed.startswith(pdf) or b"/ETSI.CAdES.detached" not in signed[len(pdf) :]:
        sys.exit("What came back is not the document that was sent, with a signature.")
    pathlib.Path(target).write_bytes(signed)
    print(f"Signed: {target}")


if __name__ == "__main__":
    if len(sys.argv) != 4 or not {"RUBRICA_CLIENT_ID", "RUBRICA_CLIENT_SECRET"} <= os.environ.keys():
        sys.exit("Usage: send.py FILE.pdf USER SIGNED.pdf, with RUBRICA_CLIENT_ID and RUBRICA_CLIENT_SECRET set")
    main(*sys.argv[1:])
