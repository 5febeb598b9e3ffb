/**
 * One JSON request to a provider, with every limit in one place: time, size of the answer, no redirections, and a clear
 * difference between a request that never left (safe to say "try again") and one whose answer is missing (the provider
 * may have done what was asked).
 */
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { ProviderError } from '../connector.ts'

const MAX_ANSWER_BYTES = 2 * 1024 * 1024

export interface JsonRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** From the first byte out to the last one in, in milliseconds. */
  readonly timeoutMs: number
  /** As people call the provider; stands in the messages of errors. */
  readonly provider: string
  /** Whether asking twice would do something twice: then a missing answer is `answer-lost` instead of a time-out. */
  readonly hasEffect?: boolean
}

export interface JsonAnswer {
  readonly status: number
  /** Parsed JSON; undefined when the body was empty. */
  readonly body: unknown
}

/**
 * Sends the request and reads its whole answer, of any status.
 * @throws ProviderError `unreachable` (nothing was sent), `timeout`, `answer-lost` (with `hasEffect`), `failed` (an
 * answer that is no JSON or too large)
 */
export async function requestJson(request: JsonRequest): Promise<JsonAnswer> {
  const { status, text } = await exchange(request)
  if (text === '') return { status, body: undefined }
  try {
    return { status, body: JSON.parse(text) as unknown }
  } catch {
    throw lost(request, 'malformed', { status })
  }
}

function exchange(request: JsonRequest): Promise<{ status: number; text: string }> {
  const { url, method = 'POST', headers = {}, body, timeoutMs } = request
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    let connected = false
    const call = send(url, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        ...headers,
      },
    })
    const fail = (error: Error): void => reject(connected ? broken(request, error) : unreachable(request, error))
    call.on('socket', (socket) => {
      if (!socket.connecting) connected = true
      socket.once('connect', () => (connected = true))
    })
    call.on('error', fail)
    call.on('response', (answer) => {
      readText(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, text }),
        (error: Error) => {
          call.destroy()
          fail(error)
        },
      )
    })
    call.end(payload)
  })
}

async function readText(answer: IncomingMessage): Promise<string> {
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

const unreachable = ({ provider }: JsonRequest, cause: Error) =>
  new ProviderError('unreachable', `Error connecting to ${provider}`, { cause })

function broken(request: JsonRequest, cause: Error): ProviderError {
  const late = cause.name === 'TimeoutError' || cause.name === 'AbortError'
  if (late && request.hasEffect !== true) {
    return new ProviderError('timeout', `${request.provider} did not answer in time`, { cause })
  }
  return lost(request, late ? 'late' : 'broken', {}, cause)
}

function lost(
  { provider, hasEffect }: JsonRequest,
  why: 'malformed' | 'late' | 'broken',
  facts: Record<string, number>,
  cause?: Error,
): ProviderError {
  const options = { facts: { why, ...facts }, ...(cause && { cause }) }
  return hasEffect === true
    ? new ProviderError('answer-lost', `${provider} gave no usable answer, and may have signed`, options)
    : new ProviderError('failed', `${provider} gave no usable answer`, options)
}
