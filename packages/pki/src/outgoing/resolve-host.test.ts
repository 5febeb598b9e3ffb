import { createSocket, type RemoteInfo } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { resolveByNameServers } from './resolve-host.ts'

/** The address of a name server that answers as it is told, by UDP (RFC 1035 4.2.1). */
async function serveNames(answer: (question: Buffer, from: RemoteInfo) => Buffer | undefined) {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const answered = answer(question, from)
    if (answered) socket.send(answered, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: async () => void socket.close(),
  }
}

const TYPES = { 1: Buffer.of(192, 0, 2, 7), 28: Buffer.from('20010db8000000000000000000000007', 'hex') }

/** An answer with one address of the family that is asked for. */
function answerTo(question: Buffer): Buffer {
  // The name ends with an empty label; type and class follow.
  const end = question.indexOf(0, 12) + 5
  const type = question.readUInt16BE(end - 4)
  const data = TYPES[type as keyof typeof TYPES]
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 6)
  head.fill(0, 8, 12)
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, question.subarray(12, end), record, data])
}

test('both families are asked for, each of a name server', async () => {
  await using names = await serveNames(answerTo)
  expect(await resolveByNameServers('receiver.example', [names.address])).toEqual(['192.0.2.7', '2001:db8::7'])
})

test('a name server that does not answer keeps nobody else from resolving a name', async () => {
  let questions = 0
  await using names = await serveNames(() => void (questions += 1))
  const order: string[] = []
  const slow = Array.from({ length: 16 }, () =>
    resolveByNameServers('slow.example', [names.address]).catch(() => order.push('given up')),
  )
  await lookup('localhost').then(() => order.push('resolved'))
  await Promise.all(slow)
  expect(order.indexOf('resolved'), 'before any of those is given up').toBe(0)
  expect(questions).toBeGreaterThanOrEqual(32)
}, 60_000)
