import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { PortalError } from '@rubrica/domain'
import type { UploadPart } from './call-types.ts'
import type { HeldBytes } from './hold-bytes.ts'
import { withoutLongPauses } from './bound-body-time.ts'

const MAX_FILES = 21
const MAX_FIELDS = 4
const MAX_FIELD_BYTES = 256 * 1024
/** A body may be this many times the largest file: one document and its attachments. */
const BODY_TO_FILE = 2
/** What is left of a refused upload is thrown away this long, so that its sender can read the answer. */
const DRAIN_MS = 5000

/** Room for a file of so many octets, in memory that whoever looks into it sees without a copy. */
export type AllocateFile = (length: number) => Buffer

export interface UploadLimits {
  /** Bytes of the largest file. */
  readonly fileLimit: number
  /** What the request holds in memory, together with all others. */
  readonly held: HeldBytes
  /** Twice so long may pass without anything arriving. */
  readonly bodyPauseMs: number
  readonly allocate: AllocateFile
}

/**
 * The parts of a multipart body as they arrive. Nothing is kept: each file is a stream that stops at the limit.
 * @throws {PortalError} BODY_TOO_LARGE, BAD_REQUEST, REQUEST_TIMEOUT, TEMPORARILY_UNAVAILABLE
 */
export async function* readUploadParts(
  request: FastifyRequest,
  { fileLimit, held, bodyPauseMs, allocate }: UploadLimits,
): AsyncGenerator<UploadPart> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > fileLimit * BODY_TO_FILE + MAX_FIELDS * MAX_FIELD_BYTES) {
    refuseTooLarge(request, fileLimit)
  }
  const limits = {
    fileSize: fileLimit,
    files: MAX_FILES,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    parts: MAX_FILES + MAX_FIELDS,
    fieldNameSize: 100,
    headerPairs: 20,
  }
  let isComplete = false
  try {
    const pauseMs = bodyPauseMs * 2
    for await (const part of withoutLongPauses(request.parts({ limits, isPartAFile }), pauseMs)) {
      yield toUploadPart(part, { held, pauseMs, allocate })
    }
    isComplete = true
  } catch (error) {
    throw toRefusal(error, fileLimit)
  } finally {
    // Also when the reader of the parts gave up on one of them.
    if (!isComplete) stopReadingSoon(request)
  }
}

/** Also what calls itself JSON: the reader of the part parses it, within its own limits. */
function isPartAFile(_name?: string, mediaType?: string, fileName?: string): boolean {
  return fileName !== undefined || mediaType === 'application/octet-stream' || mediaType === 'application/json'
}

type Part = ReturnType<FastifyRequest['parts']> extends AsyncIterableIterator<infer P> ? P : never

interface Reading {
  readonly held: HeldBytes
  readonly pauseMs: number
  readonly allocate: AllocateFile
}

function toUploadPart(part: Part, reading: Reading): UploadPart {
  if (part.type === 'field') {
    if (part.valueTruncated) {
      throw new PortalError('BODY_TOO_LARGE', `The part ${part.fieldname} is too large.`, {
        facts: { Limit: MAX_FIELD_BYTES },
      })
    }
    return { kind: 'field', name: part.fieldname, value: String(part.value) }
  }
  const { fieldname: name, mimetype: mediaType, file } = part
  // The types say otherwise, but a part need not have a file name.
  const fileName = (part.filename as string | undefined) ?? ''
  return { kind: 'file', name, fileName, mediaType, read: (limit) => readPart(file, limit, reading) }
}

function readPart(file: Readable, limit: number, reading: Reading): Promise<Buffer> {
  file.once('limit', () => file.destroy(tooLarge(limit)))
  return readFile(file as AsyncIterable<Buffer>, limit, reading)
}

/**
 * Ends at the limit, without waiting for the rest of a file that is too large anyway.
 * @throws {PortalError} BODY_TOO_LARGE, REQUEST_TIMEOUT, TEMPORARILY_UNAVAILABLE, BAD_REQUEST
 */
export async function readFile(
  file: AsyncIterable<Buffer>,
  limit: number,
  { held, pauseMs, allocate }: Reading,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of withoutLongPauses(file, pauseMs)) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      held.take(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    throw toRefusal(error, limit)
  }
  const whole = allocate(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const inWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`

const tooLarge = (limit: number) =>
  new PortalError('BODY_TOO_LARGE', `A file may have at most ${inWords(limit)}.`, {
    facts: { Limit: limit },
  })

function toRefusal(error: unknown, fileLimit: number): unknown {
  if (error instanceof PortalError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(fileLimit)
  const isOurs = error instanceof TypeError || error instanceof RangeError
  if (isOurs) return error
  return new PortalError('BAD_REQUEST', 'The multipart body is damaged.', { cause: error })
}

/** Refuses what says beforehand that it is too large, before it is read. @throws {PortalError} BODY_TOO_LARGE */
export function refuseTooLarge(request: FastifyRequest, fileLimit: number): never {
  stopReadingSoon(request)
  throw tooLarge(fileLimit)
}

/** Throws away what is left of a body that was refused, for as long as its sender needs to read the answer. */
export function stopReadingSoon(request: FastifyRequest): void {
  const { raw } = request
  // There is nothing left, and the connection may be carrying somebody's next request.
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.socket.destroy(), DRAIN_MS)
  timer.unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}
