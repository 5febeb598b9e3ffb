/**
 * Takes secrets out of what is about to be logged: by the name of a field, at any depth, and by the look of a text
 * (bearer and basic credentials, JSON web tokens, the query of an address, PEM private keys).
 */
const REDACTED = '[redacted]'
const MAX_DEPTH = 6
const MAX_ITEMS = 50
const MAX_TEXT = 4000

const SECRET_WORDS = new Set([
  'pin', 'pins', 'password', 'passwords', 'passwd', 'passphrase', 'filepassword', 'secret', 'secrets', 'token', 'tokens',
  'usertoken', 'authorization', 'authorisation', 'cookie', 'cookies', 'otp', 'jwt', 'apikey', 'credential', 'credentials',
  'p12', 'pfx', 'pkcs8', 'pkcs12', 'bearer', 'signature-image', 'verifier',
]) // prettier-ignore
const SECRET_PAIRS =
  /(?:private|wrapped|data|server|api|session|vault|encryption)[-_ ]?key|(?:one[-_ ]?time|sms)[-_ ]?code/i

const TEXT_RULES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REDACTED],
  [/\b(bearer|basic)\s+[\w\-.~+/]+=*/gi, `$1 ${REDACTED}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REDACTED],
  [/(\/\/[^\s/:@]+):[^\s/@]+@/g, `$1:${REDACTED}@`],
  [/(https?:\/\/[^\s?#"']+|\/[\w\-./~%]+)\?[^\s"']+/g, `$1?${REDACTED}`],
]

/** Our own lines name few fields; what a stranger names is looked at each time once there are so many. */
const MAX_KNOWN_NAMES = 500
const knownNames = new Map<string, boolean>()

function isSecretName(name: string): boolean {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const isSecret = soundsSecret(name)
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(name, isSecret)
  return isSecret
}

/** `userPin`, `user_pin` and `USER-PIN` are the words user and pin; `shippingAddress` holds no pin. */
function soundsSecret(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return words.some((word) => SECRET_WORDS.has(word)) || SECRET_WORDS.has(words.join('')) || SECRET_PAIRS.test(name)
}

export function redactText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  return TEXT_RULES.reduce((so, [pattern, replacement]) => so.replace(pattern, replacement), short)
}

/** A copy of `value` that may be logged: plain data of bounded depth and length. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return depth >= MAX_DEPTH ? '[deep]' : redactObject(value, depth)
}

function redactObject(value: object, depth: number): unknown {
  if (value instanceof Error) return redactError(value, depth)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1))
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return redact((value.toJSON as () => unknown)(), depth + 1)
  }
  return redactFields(value, depth)
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  const fields = Object.entries(value).slice(0, MAX_ITEMS)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, isSecretName(name) ? REDACTED : redact(field, depth + 1)]),
  )
}

/** The database quotes whole rows in these. */
function withoutRows(error: Error): object {
  return Object.fromEntries(Object.entries(error).filter(([name]) => name !== 'detail' && name !== 'where'))
}

function redactError(error: Error, depth: number): object {
  return {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...redactFields(withoutRows(error), depth + 1),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  }
}
