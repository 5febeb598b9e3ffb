/** Whether a message that a server has sent to a program is genuine (Standard Webhooks 1.0.0). */

/** How far the clocks of the two may be apart, and how long a message may be repeated by somebody who caught it. */
const TOLERANCE_SECONDS = 300
/** How a secret begins says how its signatures are marked, and made. */
const SCHEMES = {
  whsec_: { mark: 'v1,', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  whpk_: { mark: 'v1a,', algorithm: { name: 'Ed25519' } },
} as const
/** A message is signed with each secret that counts while one takes the place of another. */
const MOST_SIGNATURES = 10

export interface WebhookMessage {
  /** As they came, by their names in small letters, or as Fetch has them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes as they came, or their text: what was parsed and written again is another text. */
  readonly body: string | Uint8Array
  /** `whsec_` or `whpk_` and base64; while it is being changed, both. */
  readonly secret: string | readonly string[]
  /** Milliseconds since 1970; the clock of this machine without it. */
  readonly now?: number
}

/** Why a message is not to be believed. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
  readonly reason: 'headers' | 'time' | 'signature'

  constructor(reason: WebhookRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Checks a message and reads it. The id is the same for all tries of one message: whoever keeps it does nothing twice.
 * @returns the id, and the JSON of the body
 * @throws {WebhookRefused} for what was not signed with the secret, or long ago
 * @throws {TypeError} for a secret that is none
 */
export async function readWebhook(message: WebhookMessage): Promise<{ readonly id: string; readonly data: unknown }> {
  const { secret, now = Date.now() } = message
  const header = headersOf(message)
  const [id, timestamp, signatures] = [header('id'), header('timestamp'), header('signature')]
  if (!id || !signatures || !/^\d{1,15}$/.test(timestamp)) {
    throw new WebhookRefused('headers', 'The message has no id, no time or no signature.')
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookRefused('time', 'The message was signed too long ago, or a clock is wrong.')
  }
  const body = typeof message.body === 'string' ? new TextEncoder().encode(message.body) : message.body
  const signed = Uint8Array.from([...new TextEncoder().encode(`${id}.${timestamp}.`), ...body])
  const given = signatures.split(' ').slice(0, MOST_SIGNATURES)
  for (const { mark, key } of await Promise.all([secret].flat().map(keyOf))) {
    for (const signature of given.flatMap((one) => readSignature(one, mark))) {
      if (!(await crypto.subtle.verify(key.algorithm.name, key, signature, signed))) continue
      return { id, data: JSON.parse(new TextDecoder().decode(body)) as unknown }
    }
  }
  throw new WebhookRefused('signature', 'The message was not signed with this secret.')
}

function headersOf({ headers }: WebhookMessage): (name: string) => string {
  return (name) => {
    const value = headers instanceof Headers ? headers.get(`webhook-${name}`) : headers[`webhook-${name}`]
    return typeof value === 'string' ? value : ''
  }
}

/** Undefined for what is no base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Nothing for one that is marked otherwise. */
function readSignature(signature: string, mark: string): Uint8Array<ArrayBuffer>[] {
  const value = signature.startsWith(mark) ? fromBase64(signature.slice(mark.length)) : undefined
  return value ? [value] : []
}

async function keyOf(secret: string) {
  const wrong = new TypeError(`The secret has to be ${Object.keys(SCHEMES).join(' or ')} and base64.`)
  const prefix = Object.keys(SCHEMES).find((one) => secret.startsWith(one)) as keyof typeof SCHEMES | undefined
  const bytes = prefix && fromBase64(secret.slice(prefix.length))
  if (!prefix || !bytes || bytes.length === 0) throw wrong
  const { mark, algorithm } = SCHEMES[prefix]
  try {
    return { mark, key: await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']) }
  } catch {
    throw wrong
  }
}
