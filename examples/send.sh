#!/bin/sh
# Sends a PDF to somebody, waits until it is signed, and fetches it, with curl alone: see README.md.
set -eu
if [ $# -ne 3 ] || [ -z "${RUBRICA_CLIENT_ID:-}" ] || [ -z "${RUBRICA_CLIENT_SECRET:-}" ]; then
  echo 'Usage: send.sh FILE.pdf USER SIGNED.pdf, with RUBRICA_CLIENT_ID and RUBRICA_CLIENT_SECRET set' >&2
  exit 1
fi
api="${RUBRICA_URL:-http://127.0.0.1:8080}/api"

# Secrets go to curl by its standard input: other people of the machine can read command lines.
call() {
  printf 'header = "Authorization: Bearer %s"\n' "$token" |
    curl -K - --silent --show-error --fail-with-body --retry 5 --retry-connrefused "$@"
}
# The first value of that name in the JSON on standard input.
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

token=$(printf 'user = "%s:%s"\n' "$RUBRICA_CLIENT_ID" "$RUBRICA_CLIENT_SECRET" |
  curl -K - --silent --show-error --fail -d grant_type=client_credentials "$api/oauth/token" | first access_token)
# However often curl tries, the same key makes it one document.
key=$(od -An -N 16 -tx1 /dev/urandom | tr -d ' \n')
description="{\"fileName\": \"$(basename "$1")\", \"signers\": [{\"userId\": \"$2\"}]}"
guid=$(call -H "Idempotency-Key: $key" -F "description=$description" -F "document=@$1;type=application/pdf" \
  "$api/v1/documents" | first guid)
echo "Sent to $2 as $guid. Waiting for the signature."

state=open pause=2
while [ "$state" = open ]; do
  sleep "$pause"
  state=$(call "$api/v1/documents/$guid" | first state)
  [ "$pause" -ge 30 ] || pause=$((pause + 1))
done
[ "$state" = completed ] || { echo "The document is $state." >&2; exit 1; }

call --output "$3" "$api/v1/documents/$guid/content"
# Signatures are appended: what was sent has to be there, byte for byte. `rubrica verify` looks at the rest.
head -c "$(wc -c < "$1")" "$3" | cmp -s - "$1" || { echo 'What came back is another document.' >&2; exit 1; }
echo "Signed: $3"
