import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { holdBytes, holdUntilClosed } from './hold-bytes.ts'

const LIMITS = { limit: 10, small: 0, refusal: 'Full.' }
const LONG = 60_000
const refused: unknown = expect.objectContaining({ code: 'TEMPORARILY_UNAVAILABLE', message: 'Full.' })

test('what does not fit beside the others is refused until they are over', () => {
  const hold = holdBytes(LIMITS)
  const [first, second] = [hold(), hold()]
  first.take(6)
  expect(() => second.take(5)).toThrow(refused)
  first.giveBack()
  second.take(5)
})

test('who is alone may hold more than there is room for', () => {
  const hold = holdBytes(LIMITS)
  hold().take(11)
  expect(() => hold().take(1)).toThrow(refused)
})

test('what is small is never refused, but counts', () => {
  const hold = holdBytes({ ...LIMITS, small: 3 })
  hold().take(10)
  const second = hold()
  second.take(2)
  second.take(1)
  expect(() => second.take(1)).toThrow(refused)
  expect(() => hold().take(4)).toThrow(refused)
})

test('a client that went away before its answer was made takes no room', () => {
  const hold = holdBytes(LIMITS)
  const gone = hold()
  gone.giveBack()
  expect(() => gone.take(8)).toThrow(refused)
  hold().take(10)
})

test.each(['reads it to the end', 'goes away in the middle'])(
  'an answer is held until its client %s, however slow',
  async (how) => {
    const hold = holdBytes(LIMITS)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const request = get({ port: (server.address() as AddressInfo).port, agent: false })
    request.on('error', () => undefined)
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    holdUntilClosed(hold(), response, LONG).take(10)
    // More than the sockets on the way take in.
    response.end(Buffer.alloc(32 * 1024 * 1024))
    const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream & { destroy(): void }]
    expect(() => hold().take(1)).toThrow(refused)
    const closed = once(response, 'close')
    if (how === 'goes away in the middle') answer.destroy()
    else answer.resume()
    await closed
    hold().take(10)
    const gone = hold()
    expect(() => holdUntilClosed(gone, response, LONG).take(1)).toThrow(refused)
    server.close()
  },
)

test('a client that reads nothing of its answer any more is let go of', async () => {
  const hold = holdBytes(LIMITS)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port, agent: false })
  request.on('error', () => undefined)
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  holdUntilClosed(hold(), response, 50).take(10)
  response.end(Buffer.alloc(32 * 1024 * 1024))
  await once(response, 'close')
  hold().take(10)
  server.close()
})
