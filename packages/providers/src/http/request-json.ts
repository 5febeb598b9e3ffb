/**
 * One JSON request to a provider, with every limit in one place: time, size of the answer, no redirections, and a clear
 * difference between a request that never left (safe to say "try again") and one whose answer is missing (the provider
 * may have done what was asked).
 */
import * as http from 'node:http'
import * as https from 'node:https'
import { ProviderError } from '../connector.ts'

const MAX_ANSWER_BYTES = 2 * 1024 * 1024

/** PEM of the certificate and the key with which this server proves who it is (mutual TLS). */
export interface ClientIdentity {
  readonly cert: string
  readonly key: string
}

export interface JsonRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent in place of `body`, as a form (application/x-www-form-urlencoded). */
  readonly form?: Readonly<Record<string, string>>
  /** From the first byte out to the last one in, in milliseconds. */
  readonly timeoutMs: number
  /** As people call the provider; stands in the messages of errors. */
  readonly provider: string
  /** Whether asking twice would do something twice: then a missing answer is `answer-lost` instead of a time-out. */
  readonly hasEffect?: boolean
  /** For providers that know their customers by a certificate. */
  readonly client?: ClientIdentity | undefined
}

export interface JsonAnswer {
  readonly status: number
  /** Parsed JSON; undefined when the body was empty. */
  readonly body: unknown
}

/**
 * Sends the request and reads its whole answer, of any status; a redirection is an answer like any other.
 * @throws ProviderError `unreachable` (nothing was sent), `timeout`, `answer-lost` (with `hasEffect`), `failed` (an
 * answer that is broken, no JSON or too large)
 */
export async function requestJson(request: JsonRequest): Promise<JsonAnswer> {
  const { status, text } = await exchange(request)
  if (text === '') return { status, body: undefined }
  try {
    return { status, body: JSON.parse(text) as unknown }
  } catch {
    throw lostAnswer(request, { why: 'malformed', status })
  }
}

function exchange(request: JsonRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = open(request)
    const state = { sent: false, late: false, answered: false }
    const timer = setTimeout(() => {
      state.late = true
      fail(new Error('No whole answer in time'))
    }, request.timeoutMs)
    const fail = (cause: Error): void => {
      clearTimeout(timer)
      call.destroy()
      reject(state.sent ? brokenConnection(request, state.late, cause) : unreachableError(request, cause))
    }
    watchSending(call, () => (state.sent = true))
    call.on('error', fail)
    // A server that answers with another protocol has the connection closed, and that is no error for Node.
    call.on('close', () => state.answered || fail(new Error('No answer of HTTP came')))
    call.on('response', (answer) => {
      state.answered = true
      readText(answer).then((text) => {
        clearTimeout(timer)
        resolve({ status: answer.statusCode ?? 0, text })
      }, fail)
    })
    call.end(encodeBody(request))
  })
}

/** @throws ProviderError `failed` for headers that cannot be sent, such as a token with a line break */
function open(request: JsonRequest): http.ClientRequest {
  const { url, method = 'POST', headers = {} } = request
  const payload = encodeBody(request)
  const isTls = url.startsWith('https:')
  const type = request.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = payload && { 'content-type': type, 'content-length': payload.length }
  try {
    const send = isTls ? https.request : http.request
    // A connection of its own: one that was kept may have been closed, and then nobody could say what became of the
    // request.
    return send(url, {
      ...request.client,
      agent: false,
      method,
      headers: { accept: 'application/json', ...body, ...headers },
    })
  } catch (cause) {
    throw new ProviderError('failed', `${request.provider} cannot be asked`, { facts: { why: 'unsendable' }, cause })
  }
}

/** Calls back once something of the request may have arrived: with TLS, not before both sides have agreed. */
function watchSending(call: http.ClientRequest, onSending: () => void): void {
  call.on('socket', (socket) => {
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', onSending)
  })
}

function encodeBody({ body, form }: JsonRequest): Buffer | undefined {
  if (form) return Buffer.from(new URLSearchParams(form).toString())
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body))
}

async function readText(answer: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  if (!answer.complete) throw new Error('The answer broke off')
  return Buffer.concat(chunks).toString('utf8')
}

const unreachableError = ({ provider }: JsonRequest, cause: Error) =>
  new ProviderError('unreachable', `Error connecting to ${provider}`, { cause })

function brokenConnection(request: JsonRequest, late: boolean, cause: Error): ProviderError {
  if (late && request.hasEffect !== true) {
    return new ProviderError('timeout', `${request.provider} did not answer in time`, { cause })
  }
  return lostAnswer(request, { why: late ? 'late' : 'broken' }, cause)
}

type LostFacts = Readonly<Record<string, string | number>>

function lostAnswer({ provider, hasEffect }: JsonRequest, facts: LostFacts, cause?: Error): ProviderError {
  const options = { facts, ...(cause && { cause }) }
  return hasEffect === true
    ? new ProviderError('answer-lost', `${provider} gave no usable answer, and may have signed`, options)
    : new ProviderError('failed', `${provider} gave no usable answer`, options)
}
