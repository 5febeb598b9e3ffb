/**
 * Joins the contract to the server: each entry of the table becomes a route that checks the caller and every part of
 * the call in the same way, and calls the one handler of its name.
 */
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract, MOST_VERIFIED_BYTES, type CallName, type Endpoint } from '@rubrica/contract'
import { PortalError } from '@rubrica/domain'
import { admitCaller, requireOffered, requireOwnPath, type Authorities, type Caller } from './admit-caller.ts'
import { boundBodyTime } from './bound-body-time.ts'
import { Answer, type Call, type Handlers } from './call-types.ts'
import { codingOf } from './coding-of.ts'
import { readFileParts } from './read-file-parts.ts'
import { holdBytes, holdUntilClosed, type HeldBytes } from './hold-bytes.ts'
import { readUploadParts, type AllocateFile } from './read-upload-parts.ts'
import { validate, withoutEmpty } from './validate-input.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    checkedParams: unknown
  }
}

export interface BindOptions {
  /** Where the contract's paths begin, e.g. `/api`. */
  readonly prefix: string
  readonly handlers: Handlers
  readonly authorities: Authorities
  /** Bytes of the largest file of a multipart body. */
  readonly fileLimit: number
  /** A JSON body may pause so long, and take twice that in all; a file being uploaded may pause twice that. */
  readonly bodyPauseMs: number
  readonly allocate: AllocateFile
}

/** All uploads together may hold this many times the largest file in memory, and all downloads as much again. */
const HELD_TO_FILE = 8
/** Files of all who are not logged in, together. */
const STRANGE_BYTES = 4 * MOST_VERIFIED_BYTES
/** A file up to this many bytes is never refused for want of memory. */
const SMALL_FILE = 256 * 1024
/** A client that reads nothing of a large answer for so long is gone. */
const READING_PAUSE_MS = 60_000

export function bindContract(app: FastifyInstance, options: BindOptions): void {
  // Read piece by piece by the one call that takes it.
  // Files are read by the routes.
  for (const type of fileTypes()) app.addContentTypeParser(type, (_request, _payload, done) => done(null))
  app.decorateRequest('caller', undefined)
  app.decorateRequest('checkedParams', undefined)
  const limits = { limit: options.fileLimit * HELD_TO_FILE, small: SMALL_FILE }
  const holdUpload = holdBytes({ ...limits, refusal: 'Too many large files arrive at once. Try again shortly.' })
  // Whatever strangers bring, there is room for those who send.
  const holdStrange = holdBytes({
    limit: STRANGE_BYTES,
    small: 0,
    refusal: 'Too many files are looked at. Try again shortly.',
  })
  const holdDownload = holdBytes({
    ...limits,
    refusal: 'Too many large files are being fetched at once. Try again shortly.',
  })
  for (const [name, entry] of Object.entries(contract) as [CallName, Endpoint][]) {
    const ofCall = entry.auth === 'none' ? holdStrange : holdUpload
    bindCall(app, { ...options, holdUpload: ofCall, holdDownload }, { name, entry })
  }
}

interface CallOptions extends BindOptions {
  readonly holdUpload: () => HeldBytes
  readonly holdDownload: () => HeldBytes
}

function bindCall(app: FastifyInstance, options: CallOptions, call: { name: CallName; entry: Endpoint }): void {
  const { entry } = call
  const handler = options.handlers[call.name]
  app.route({
    method: entry.method,
    url: options.prefix + entry.path,
    exposeHeadRoute: false,
    bodyLimit: entry.bodyLimit,
    config: { call: call.name },
    // Before the body is read: who is not let in sends no megabytes.
    onRequest: async (request) => {
      request.caller = await admitCaller(options.authorities, call, request)
      request.checkedParams = entry.params && validate(entry.params, 'params', request.params)
      requireOwnPath(request.params as Record<string, unknown>, request.caller)
      await requireOffered(options.authorities, request.checkedParams, request.caller)
      requireMediaType(entry, request)
    },
    preParsing: async (request) => {
      if (entry.body && !isStreamed(entry, request)) boundBodyTime(request.raw, options.bodyPauseMs)
    },
    handler: async (request, reply) => {
      const held = options.holdUpload()
      const answerRoom = holdUntilClosed(options.holdDownload(), reply.raw, READING_PAUSE_MS)
      const answering = handler(readCall({ ...options, held, answerRoom }, entry, request) as never)
      const result = await answering.finally(() => held.giveBack())
      return send(entry, reply, result)
    },
  })
}

const MEDIA_TYPES = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'application/json'],
  multipart: ['multipart/form-data'],
  file: ['application/pdf', 'multipart/form-data'],
} as const

const mediaTypeOf = ({ headers }: FastifyRequest) => headers['content-type']?.split(';')[0]?.trim().toLowerCase()

/** Of files that come as they are. */
const fileTypes = () =>
  new Set(['application/pdf', ...Object.values<Endpoint>(contract).flatMap(({ fileTypes: own = [] }) => own)])

/** Whether the route reads the body piece by piece. */
function isStreamed({ bodyKind, jsonBody }: Endpoint, request: FastifyRequest): boolean {
  if (bodyKind === 'file') return true
  return bodyKind === 'multipart' && !(jsonBody && mediaTypeOf(request) === 'application/json')
}

function requireMediaType(entry: Endpoint, request: FastifyRequest): void {
  if (!entry.body) return
  const type = mediaTypeOf(request)
  if (type === undefined && entry.isBodyOptional) return
  const accepted: readonly string[] = [
    ...(entry.fileTypes ? [...entry.fileTypes, ...MEDIA_TYPES.multipart] : MEDIA_TYPES[entry.bodyKind ?? 'json']),
    ...(entry.jsonBody ? MEDIA_TYPES.json : []),
  ]
  if (type !== undefined && accepted.includes(type) && !isCompressed(request)) return
  throw new PortalError('UNSUPPORTED_MEDIA_TYPE', `The body must be ${accepted.join(' or ')}.`, {
    facts: { Accepted: accepted },
  })
}

/** The digest of a file is that of its own octets, and nobody inflates what a stranger has deflated. */
const isCompressed = ({ headers }: FastifyRequest) =>
  !/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '')

interface ReadOptions extends BindOptions {
  readonly held: HeldBytes
  readonly answerRoom: HeldBytes
}

function readCall(options: ReadOptions, entry: Endpoint, request: FastifyRequest): Call<unknown> {
  return {
    caller: request.caller,
    params: request.checkedParams,
    query: entry.query && validate(entry.query, 'query', withoutEmpty(request.query)),
    headers: entry.headers && validate(entry.headers, 'headers', request.headers),
    body: readBody(options, entry, request),
    search: request.url.split('?').slice(1).join('?'),
    ifNoneMatch: request.headers['if-none-match'],
    cookie: request.headers.cookie,
    origin: request.headers.origin,
    answerRoom: options.answerRoom,
  } as unknown as Call<unknown>
}

function readBody(options: ReadOptions, entry: Endpoint, request: FastifyRequest): unknown {
  if (!entry.body) return undefined
  const limits = { ...options, fileLimit: Math.min(options.fileLimit, entry.bodyLimit ?? Infinity) }
  if (entry.bodyKind === 'file') return readFileParts(request, limits)
  if (isStreamed(entry, request)) return readUploadParts(request, options)
  return validate(entry.jsonBody ?? entry.body, 'body', request.body ?? undefined)
}

const decompress = promisify(gunzip)

/** An answer that is kept compressed is sent so to who reads that. */
async function sendAnswer(reply: FastifyReply, { status, headers, content }: Answer): Promise<FastifyReply> {
  void reply.code(status).headers(headers)
  if (headers['content-encoding'] !== 'gzip' || content instanceof Readable) return reply.send(content ?? undefined)
  if (codingOf(reply.request, ['gzip'])) return reply.send(content)
  return reply.removeHeader('content-encoding').send(await decompress(content!))
}

function send(entry: Endpoint, reply: FastifyReply, result: unknown): FastifyReply | Promise<FastifyReply> {
  if (result instanceof Answer) return sendAnswer(reply, result)
  if (result === null || result === undefined) return reply.code(204).send()
  void reply.header('cache-control', 'no-store')
  return reply.code(201 in entry.answers ? 201 : 200).send(result)
}
