import type { z } from 'zod'
import type { PortalContract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<string, never> extends z.input<Schema>
    ? { [K in Name]?: z.input<Schema> }
    : { [K in Name]: z.input<Schema> }
  : unknown
type SchemaOf<E, Key extends string> = E extends { [K in Key]: infer S } ? S : undefined

/** What a call takes: the parts that its entry declares, optional where every member is optional. */
export type CallInput<E> = Part<'params', SchemaOf<E, 'params'>> &
  Part<'query', SchemaOf<E, 'query'>> &
  Part<'body', SchemaOf<E, 'body'>> & { headers?: Record<string, string>; signal?: AbortSignal }

type Success<A> = {
  [S in keyof A]: S extends 200 | 201 | 202 | 204 ? (A[S] extends z.ZodType ? z.output<A[S]> : never) : never
}[keyof A]
/** What a call answers when it succeeds. */
export type CallOutput<E> = E extends { answerKind: 'pdf' | 'zip' | 'file' }
  ? Blob
  : E extends { answers: infer A }
    ? Success<A>
    : never

/** Of some calls of the contract: one function for each. */
export type ClientOf<C> = { [N in keyof C]: (input: CallInput<C[N]>) => Promise<CallOutput<C[N]>> }
export type Client = ClientOf<PortalContract>

/** The server answered with an error status. `code` and `details` are its own, `message` its words. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  /** The whole body, which below `/v1` is problem details. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(status: number, problem: { Code?: unknown; Message?: unknown; Details?: unknown }) {
    super(typeof problem.Message === 'string' ? problem.Message : `HTTP ${status}`)
    this.status = status
    this.code = typeof problem.Code === 'string' ? problem.Code : 'UNKNOWN'
    this.details = (problem.Details ?? {}) as Record<string, unknown>
    this.problem = problem
  }
}

/** No answer arrived: the network is down or the server is. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

export interface ClientSettings {
  /** Address of each base, without a trailing slash. */
  bases: () => { main: string; identity: string }
  /** The Authorization header for a call, if there is one. */
  authorization: (entry: Endpoint) => string | undefined
  /** The substitution by which calls are made in the name of another, if there is one. */
  actingFor?: () => string | undefined
  /** Instead of the global `fetch`; always given a method, and headers as plain members. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>
  /** Called with every error first. @returns whether the call is worth making once more, with what it has by then */
  recover?: (error: ApiError) => Promise<boolean>
  /** Called with every error before it is thrown, for session expiry. */
  onError?: (error: ApiError, entry: Endpoint) => void
}

function addressOf(entry: Endpoint, input: RequestParts, bases: { main: string; identity: string }): string {
  const path = entry.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, value)
  }
  const suffix = query.size ? `?${query.toString()}` : ''
  return bases[entry.base] + path + suffix
}

interface RequestParts {
  params?: Record<string, unknown>
  query?: Record<string, string | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

function bodyOf(entry: Endpoint, body: unknown): { body?: string | URLSearchParams | Blob; type?: string } {
  if (body === undefined) return {}
  if (body instanceof Blob) return { body, type: body.type || 'application/pdf' }
  if (entry.bodyKind === 'form') return { body: new URLSearchParams(body as Record<string, string>) }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function problemOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : { Message: text }
  } catch {
    return { Message: text.slice(0, 500) }
  }
}

/** Who makes a call, and in whose name. */
function callerOf(settings: ClientSettings, entry: Endpoint): Record<string, string> {
  const authorization = settings.authorization(entry)
  const actingFor = settings.actingFor?.()
  return { ...(authorization && { authorization }), ...(actingFor && { 'acting-for': actingFor }) }
}

async function perform(settings: ClientSettings, entry: Endpoint, input: RequestParts): Promise<unknown> {
  const { body, type } = bodyOf(entry, input.body)
  const headers = { ...callerOf(settings, entry), ...(type && { 'content-type': type }), ...input.headers }
  const address = addressOf(entry, input, settings.bases())
  const init = { method: entry.method, headers, body, signal: input.signal }
  const response = await whole((settings.fetch ?? fetch)(address, init), init.signal)
  if (!response.ok) {
    const error = new ApiError(response.status, problemOf(await whole(response.text(), init.signal)))
    if (await settings.recover?.(error)) return perform(settings, entry, input)
    settings.onError?.(error, entry)
    throw error
  }
  if (entry.answerKind !== undefined && entry.answerKind !== 'json') return whole(response.blob(), init.signal)
  const text = await whole(response.text(), init.signal)
  return response.status === 204 ? null : JSON.parse(text)
}

/**
 * @throws {NetworkError} also for an answer that breaks off: nobody knows what the rest would have said
 * @throws {ApiError} of a `fetch` that asks the server for something else before, and was refused that
 */
async function whole<T>(coming: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await coming
  } catch (cause) {
    if (signal?.aborted || cause instanceof ApiError) throw cause
    throw new NetworkError('The server could not be reached', { cause })
  }
}

/** One typed function per call of the contract: `client.pendingDocuments({ query: { PageNumber: '2' } })`. */
export function createClient<C extends Readonly<Record<string, Endpoint>>>(
  contract: C,
  settings: ClientSettings,
): ClientOf<C> {
  const calls = Object.entries(contract).map(([name, entry]) => [
    name,
    (input: RequestParts) => perform(settings, entry, input),
  ])
  return Object.fromEntries(calls) as ClientOf<C>
}
