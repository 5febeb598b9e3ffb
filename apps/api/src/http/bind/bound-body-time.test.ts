import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { boundBodyTime, withoutLongPauses } from './bound-body-time.ts'

const tooSlow: unknown = expect.objectContaining({ code: 'REQUEST_TIMEOUT', status: 408 })
const silent = () => new Readable({ read: () => undefined })

describe('as time goes by', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function readBody() {
    const body = silent()
    const failed = vi.fn()
    boundBodyTime(body, 100)
    body.on('data', () => undefined).on('error', failed)
    body.resume()
    return { body, failed }
  }

  test('a body that pauses is given up, and its connection is left for the answer', async () => {
    const { body, failed } = readBody()
    await vi.advanceTimersByTimeAsync(99)
    body.push('x')
    await vi.advanceTimersByTimeAsync(99)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed.mock.calls).toEqual([[tooSlow]])
    expect(body.destroyed).toBe(false)
  })

  test('a body that trickles is given up after two pauses', async () => {
    const { body, failed } = readBody()
    for (let sent = 0; sent < 4; sent += 1) {
      body.push('x')
      await vi.advanceTimersByTimeAsync(49)
    }
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(4)
    expect(failed.mock.calls).toEqual([[tooSlow]])
  })

  test('a body that has arrived is left alone, and so is one whose sender is gone', async () => {
    const whole = readBody()
    whole.body.push(null)
    const gone = readBody()
    gone.body.destroy()
    await vi.advanceTimersByTimeAsync(1000)
    expect(whole.failed).not.toHaveBeenCalled()
    expect(gone.failed).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('pieces may come for ever, but none may be waited for too long', async () => {
    const source = silent()
    const seen: unknown[] = []
    const reading = (async () => {
      for await (const piece of withoutLongPauses<Buffer>(source, 100)) seen.push(String(piece))
    })()
    const end = expect(reading).rejects.toEqual(tooSlow)
    for (const letter of 'abcdef') {
      await vi.advanceTimersByTimeAsync(90)
      source.push(letter)
    }
    await vi.advanceTimersByTimeAsync(100)
    await end
    expect(seen.join('')).toBe('abcdef')
  })
})

test('over HTTP, a slow body is answered, and one that comes at once is read', async () => {
  const app = Fastify()
  app.post('/', {
    preParsing: (request, _reply, payload, done) => {
      boundBodyTime(request.raw, 200)
      done(null, payload)
    },
    handler: async (request) => request.body,
  })
  app.setErrorHandler((error: { code?: string }, _request, reply) =>
    reply.code(408).header('connection', 'close').send({ Code: error.code }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const post = (body: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n${body}`,
    )
    return text(socket)
  }
  expect(await post('{"a":"b"}')).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n\{"a":"b"\}$/s)
  expect(await post('{"a"')).toMatch(/^HTTP\/1\.1 408 .*REQUEST_TIMEOUT/s)
  const closed = once(app.server, 'close')
  await app.close()
  await closed
})
