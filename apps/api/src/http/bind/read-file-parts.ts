import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { UploadPart } from './call-types.ts'
import { watchBodyDigests } from './body-digests.ts'
import { nameInDisposition } from './name-in-disposition.ts'
import { readFile, readUploadParts, refuseTooLarge, stopReadingSoon, type UploadLimits } from './read-upload-parts.ts'

/**
 * The parts of a body that is one file: a multipart body, or the file itself, which counts as one part of the name
 * `file`. Whoever reads them to their end knows that the body is what its digests say.
 * @throws {PortalError} DIGEST_MISMATCH after the last part; VALIDATION_FAILED, BODY_TOO_LARGE, BAD_REQUEST,
 *   REQUEST_TIMEOUT, TEMPORARILY_UNAVAILABLE
 */
export async function* readFileParts(request: FastifyRequest, limits: UploadLimits): AsyncGenerator<UploadPart> {
  const digests = watchBodyDigests(request)
  yield* request.isMultipart() ? readUploadParts(request, limits) : readWhole(request, limits)
  await digests.check(limits.bodyPauseMs * 2)
}

async function* readWhole(request: FastifyRequest, limits: UploadLimits): AsyncGenerator<UploadPart> {
  const { raw, headers } = request
  if (Number(headers['content-length'] ?? 0) > limits.fileLimit) refuseTooLarge(request, limits.fileLimit)
  const fileName = nameInDisposition(headers['content-disposition'])
  const reading = { held: limits.held, pauseMs: limits.bodyPauseMs * 2, allocate: limits.allocate }
  let isComplete = false
  try {
    yield {
      kind: 'file',
      name: 'file',
      fileName,
      mediaType: 'application/pdf',
      read: (limit) => readFile(piecesOf(raw), limit, reading),
    }
    isComplete = true
  } finally {
    // Also when the reader gave up on it.
    if (!isComplete) stopReadingSoon(request)
  }
}

/** The connection outlives a reader that stops: the answer goes out on it. */
const piecesOf = (raw: Readable) => raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
