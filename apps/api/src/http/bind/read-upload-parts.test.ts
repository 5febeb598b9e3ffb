import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { holdBytes } from './hold-bytes.ts'
import { readUploadParts } from './read-upload-parts.ts'

const LIMITS = { limit: 10, small: 0, refusal: 'Full.' }
const bodyPauseMs = 1000
const allocate = (length: number) => Buffer.alloc(length)

afterEach(() => void vi.useRealTimers())

function refusedUpload() {
  const destroy = vi.fn()
  const raw = Object.assign(Readable.from([Buffer.from('body')]), { socket: { destroy } })
  const request = { raw, headers: { 'content-length': '9999999' } } as unknown as FastifyRequest
  return {
    raw,
    destroy,
    read: () => readUploadParts(request, { fileLimit: 10, held: holdBytes(LIMITS)(), bodyPauseMs, allocate }).next(),
  }
}

test('a connection whose refused body has arrived is left open for the next request', async () => {
  vi.useFakeTimers()
  const { raw, destroy, read } = refusedUpload()
  await buffer(raw)
  await expect(read()).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  vi.runAllTimers()
  expect(destroy).not.toHaveBeenCalled()
})

test('files that would not fit into memory together are refused until there is room again', async () => {
  const hold = holdBytes(LIMITS)
  const upload = () => {
    const file = Readable.from([Buffer.from('1234'), Buffer.from('56')])
    const raw = Object.assign(Readable.from([]), { socket: { destroy: vi.fn() } })
    async function* parts() {
      yield { type: 'file', fieldname: 'document', filename: 'd.pdf', mimetype: 'application/pdf', file }
    }
    const held = hold()
    const request = { raw, headers: {}, parts } as unknown as FastifyRequest
    const read = async () => {
      for await (const part of readUploadParts(request, { fileLimit: 100, held, bodyPauseMs, allocate })) {
        if (part.kind === 'file') return part.read(100)
      }
      return undefined
    }
    return { read, held }
  }
  const first = upload()
  expect(await first.read()).toHaveLength(6)
  const second = upload()
  await expect(second.read()).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  second.held.giveBack()
  first.held.giveBack()
  expect(await upload().read()).toHaveLength(6)
})

test.each(['the next part', 'the rest of a file'])('an upload that waits too long for %s is too slow', async (what) => {
  vi.useFakeTimers()
  const raw = Object.assign(new Readable({ read: () => undefined }), { socket: { destroy: vi.fn() } })
  const file = new Readable({ read: () => undefined })
  file.push(Buffer.from('1234'))
  async function* parts() {
    if (what === 'the rest of a file') {
      yield { type: 'file', fieldname: 'document', filename: 'd.pdf', mimetype: 'application/pdf', file }
    }
    await new Promise(() => undefined)
  }
  const request = { raw, headers: {}, parts } as unknown as FastifyRequest
  const read = async () => {
    for await (const part of readUploadParts(request, {
      fileLimit: 100,
      held: holdBytes(LIMITS)(),
      bodyPauseMs,
      allocate,
    })) {
      if (part.kind === 'file') await part.read(100)
    }
  }
  const reading = expect(read()).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', status: 408 })
  await vi.advanceTimersByTimeAsync(2 * bodyPauseMs)
  await reading
})
