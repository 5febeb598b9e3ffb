import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { readUploadParts } from './read-upload-parts.ts'

afterEach(() => void vi.useRealTimers())

function refusedUpload() {
  const destroy = vi.fn()
  const raw = Object.assign(Readable.from([Buffer.from('body')]), { socket: { destroy } })
  const request = { raw, headers: { 'content-length': '9999999' } } as unknown as FastifyRequest
  return { raw, destroy, read: () => readUploadParts(request, 10).next() }
}

test('a connection whose refused body has arrived is left open for the next request', async () => {
  vi.useFakeTimers()
  const { raw, destroy, read } = refusedUpload()
  await buffer(raw)
  await expect(read()).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  vi.runAllTimers()
  expect(destroy).not.toHaveBeenCalled()
})
