import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { holdUploads } from './hold-uploads.ts'
import { readUploadParts } from './read-upload-parts.ts'

afterEach(() => void vi.useRealTimers())

function refusedUpload() {
  const destroy = vi.fn()
  const raw = Object.assign(Readable.from([Buffer.from('body')]), { socket: { destroy } })
  const request = { raw, headers: { 'content-length': '9999999' } } as unknown as FastifyRequest
  return { raw, destroy, read: () => readUploadParts(request, { fileLimit: 10, held: holdUploads(10)() }).next() }
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
  const hold = holdUploads(10)
  const upload = () => {
    const file = Readable.from([Buffer.from('1234'), Buffer.from('56')])
    const raw = Object.assign(Readable.from([]), { socket: { destroy: vi.fn() } })
    async function* parts() {
      yield { type: 'file', fieldname: 'document', filename: 'd.pdf', mimetype: 'application/pdf', file }
    }
    const held = hold()
    const request = { raw, headers: {}, parts } as unknown as FastifyRequest
    const read = async () => {
      for await (const part of readUploadParts(request, { fileLimit: 100, held })) {
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
