"""Says of each message, one JSON per line of standard input, whether it was signed with its secret."""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

for line in sys.stdin:
    message = json.loads(line)
    try:
        Webhook(message["secret"]).verify(message["body"], message["headers"])
        print("genuine")
    except WebhookVerificationError as error:
        print(f"refused: {error}")
