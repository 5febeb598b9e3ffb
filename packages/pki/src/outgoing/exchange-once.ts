/**
 * One HTTP request to addresses that were resolved before, its answer bounded in time and size.
 *
 * No resolver is asked: Node tries the given addresses one after the other, and the name only goes into the Host header
 * and TLS. No connection is kept, no compression is asked for, and nothing is read of an answer that is not wanted.
 *
 * Node's http and https.
 */
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { PkiError } from '../pki-error.ts'

export interface Exchange {
  readonly url: URL
  /** Numeric; the connection goes to one of them and nowhere else. */
  readonly addresses: readonly string[]
  readonly method: 'GET' | 'POST'
  readonly body?: Uint8Array | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  /** Ends the exchange, whatever it is doing. */
  readonly signal: AbortSignal
}

/** A body, or the place to which the server points instead. */
export type ExchangeResult = { readonly body: Uint8Array } | { readonly location: string; readonly status: number }

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * @throws PkiError REQUEST_FAILED (NETWORK, STATUS, TOO_LARGE, ENCODING); what the signal says when it ends the
 *   exchange
 */
export async function exchangeOnce(exchange: Exchange): Promise<ExchangeResult> {
  const response = await openExchange(exchange)
  try {
    return await readResponse(exchange, response)
  } finally {
    response.destroy()
  }
}

/**
 * Sends the request and gives what comes back, of which nothing is read yet: whoever asks destroys it.
 * @throws PkiError REQUEST_FAILED (NETWORK)
 */
export function openExchange(exchange: Omit<Exchange, 'maxBytes'>): Promise<IncomingMessage> {
  const { url, addresses, method, headers, body, signal } = exchange
  const options: RequestOptions = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    lookup: lookUpAmong(addresses),
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method,
    headers: {
      ...headers,
      host: url.host,
      'accept-encoding': 'identity',
      ...(body && { 'content-length': body.length }),
    },
    agent: false,
    signal,
  }
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = open(options, resolve)
    outgoing.on('error', () => reject(failed(exchange, 'NETWORK')))
    outgoing.end(body)
  })
}

/** A resolver that knows one answer. Node asks none for a host that is an address. */
function lookUpAmong(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    const [first] = all
    if (options.all || first === undefined) callback(null, all)
    else callback(null, first.address, first.family)
  }
}

async function readResponse(exchange: Exchange, response: IncomingMessage): Promise<ExchangeResult> {
  const { statusCode: status = 0, headers } = response
  if (REDIRECTS.has(status) && headers.location !== undefined) return { location: headers.location, status }
  if (status !== 200) throw failed(exchange, 'STATUS', { status })
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw failed(exchange, 'ENCODING')
  return { body: await readBody(exchange, response) }
}

async function readBody(exchange: Exchange, response: IncomingMessage): Promise<Uint8Array> {
  const { maxBytes } = exchange
  const announced = Number(response.headers['content-length'] ?? 0)
  if (announced > maxBytes) throw failed(exchange, 'TOO_LARGE', { maxBytes })
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) throw failed(exchange, 'TOO_LARGE', { maxBytes })
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof PkiError) throw error
    throw failed(exchange, 'NETWORK')
  }
  return Buffer.concat(chunks)
}

const failed = (
  { url }: Pick<Exchange, 'url'>,
  reason: string,
  facts: Readonly<Record<string, unknown>> = {},
): PkiError => new PkiError('REQUEST_FAILED', { reason, host: url.host, ...facts })
