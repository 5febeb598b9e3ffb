"""A CSC service, version 1.0.4, for one person: csc_service.py CONFIGURATION USER PASSWORD CREDENTIAL. It is certomancer's,
which leaves out how a user logs in (11.2); that is added here, and every other call then wants the token. The person has
the one credential, whose authorisation is implicit: whoever is logged in may have it sign.

Writes one line of JSON with the port where it listens, and one for each call.
"""

import asyncio
import base64
import json
import secrets
import sys

from aiohttp import web
from certomancer.registry import CertomancerConfig
from csc_dummy.csc_dummy_server import CSCWithCertomancer, DummyServiceParams, GeneralServiceInfo


def tell(**facts):
    print(json.dumps(facts), flush=True)


class Service(CSCWithCertomancer):
    def __init__(self, configuration, user, password, credential):
        super().__init__(
            CertomancerConfig.from_file(configuration),
            svc_info=GeneralServiceInfo(auth_type=["basic"]),
            service_params=DummyServiceParams(hash_pinning_required=True),
        )
        self.basic = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
        self.credential = credential
        self.token, self.refresh = secrets.token_urlsafe(32), secrets.token_urlsafe(32)

        @web.middleware
        async def guard(request, handler):
            call = request.path.rsplit("/csc/v1/")[-1]
            wanted = None if call in ("info", "auth/login") else f"Bearer {self.token}"
            if wanted is not None and request.headers.get("authorization") != wanted:
                answer = web.json_response({"error": "invalid_request"}, status=401)
            else:
                answer = await handler(request)
            tell(call=call, status=answer.status)
            return answer

        self.app.middlewares.append(guard)

    def register_routes(self):
        super().register_routes()
        self.app.add_routes([web.post("/csc/v1/auth/login", self.log_in), web.post("/csc/v1/auth/revoke", self.log_out)])

    async def log_in(self, request):
        asked = await request.json()
        is_known = request.headers.get("authorization") == self.basic or asked.get("refresh_token") == self.refresh
        if not is_known:
            return web.json_response({"error": "authentication_error"}, status=400)
        remembered = {"refresh_token": self.refresh} if asked.get("rememberMe") else {}
        return web.json_response({"access_token": self.token, "expires_in": 3600, **remembered})

    async def log_out(self, request):
        return web.Response(status=204)

    async def credentials_list(self, request):
        return web.json_response({"credentialIDs": [self.credential]})


async def serve(service):
    service.register_routes()
    runner = web.AppRunner(service.app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    tell(port=runner.addresses[0][1])
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Service(*sys.argv[1:])))
