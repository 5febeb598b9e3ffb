/** Addresses and messages as a page sends them, taken apart the way the real application does. */

const LAUNCH = /^afirma:\/\/websocket\/?\?(.*)$/
const OPERATION = /^afirma:\/\/([A-Za-z]+)\/?\?(.*)$/
const ECHO = /^echo=(?:-idsession=([^@]*))?@EOF$/
const RESULT = /^getresult\?(?:idsession=(.*))?$/
/** Where it listens when no port is named. */
const FIXED_PORT = 63_117

/** What it is started with. */
export interface Launch {
  readonly ports: readonly number[]
  /** 4 as a whole; 3 opens a socket, others none. */
  readonly version: number
  /** Whether it answers `#wait`, and errors as `err-`. */
  readonly isAsynchronous: boolean
  /** null: nobody's session is looked at. */
  readonly sessionId: string | null
}

/** What a page asks an application that runs. */
export type Message =
  | { readonly kind: 'echo'; readonly sessionId: string | null }
  | { readonly kind: 'result'; readonly sessionId: string | null }
  | { readonly kind: 'operation'; readonly sessionId: string | null; readonly operation: Operation }
  | { readonly kind: 'foreign' }

export interface Operation {
  readonly name: string
  /** Parameters by name: unescaped, a `+` read as a space. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Undefined for an address that would not start it. */
export function readLaunch(address: string): Launch | undefined {
  const query = LAUNCH.exec(address)?.[1]
  if (query === undefined) return undefined
  const parameters = readParameters(query)
  const ports = (parameters.get('ports') ?? String(FIXED_PORT)).split(',').map(Number)
  const version = Number(parameters.get('v') ?? 3)
  if (!ports.every((port) => Number.isInteger(port) && port > 1023 && port < 65_536)) return undefined
  const sessionId = parameters.get('idsession') ?? ''
  return {
    ports,
    version,
    isAsynchronous: version === 4 && Number(parameters.get('jvc') ?? 0) >= 4,
    // An id with any other character switches the check off.
    sessionId: /^[A-Za-z0-9]+$/.test(sessionId) ? sessionId : null,
  }
}

export function readMessage(text: string): Message {
  const echo = ECHO.exec(text)
  if (echo) return { kind: 'echo', sessionId: echo[1] ?? null }
  const result = RESULT.exec(text)
  if (result) return { kind: 'result', sessionId: result[1] ?? null }
  const [, name, query] = OPERATION.exec(text) ?? []
  if (name === undefined || query === undefined) return { kind: 'foreign' }
  const parameters = readParameters(query)
  const sessionId = parameters.get('idsession') ?? null
  return { kind: 'operation', sessionId, operation: { name: parameters.get('op') ?? name, parameters } }
}

function readParameters(query: string): Map<string, string> {
  const pairs = query.split('&').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? ([pair, ''] as const) : ([pair.slice(0, at), unescape(pair.slice(at + 1))] as const)
  })
  return new Map(pairs)
}

function unescape(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}

/** Data to sign, base64url. Without its padding the text is taken for the data itself, and signed. */
export function readData(text = ''): Buffer {
  return /^[\w=-]*$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64url') : Buffer.from(text)
}

/** Filters of certificates in Java-properties lines, base64url. */
export function readFilters(properties: string | undefined): readonly string[] {
  const lines = Buffer.from(properties ?? '', 'base64url')
    .toString('latin1')
    .split(/\r?\n/)
  const values = lines
    .filter((line) => /^filters?(?:\.\d+)?\s*[=:]/.test(line))
    .map((line) => line.replace(/^[^=:]*[=:]\s*/, ''))
  return values.flatMap((value) => value.replaceAll('\\:', ':').split(';'))
}

export function isHeadless(properties: string | undefined): boolean {
  return /^headless\s*[=:]\s*true\s*$/m.test(Buffer.from(properties ?? '', 'base64url').toString('latin1'))
}
