import { describe, expect, test } from 'vitest'
import { open, played, playPageForEachTest, stages } from '../tests/played-page.ts'
import type { PlayedSocket } from '../tests/played-socket.ts'
import type { AutofirmaConnection } from './connection.ts'

const OLD = Buffer.concat([Buffer.from([0x30, 0x82, 0x01, 0x2c]), Buffer.alloc(300, 7)]).toString('base64')
const NEW = Buffer.concat([Buffer.from([0x30, 0x82, 0x01, 0x2c]), Buffer.alloc(300, 8)]).toString('base64')

playPageForEachTest()

/** The socket that leads to the application. */
async function accept(): Promise<PlayedSocket> {
  await played.time.pass(1500)
  const [socket] = played.sockets
  if (!socket) throw new Error('nothing was tried')
  socket.play('open')
  await played.time.pass(0)
  socket.say('OK')
  return socket
}

/** A connection, and the application at its other end. */
async function converse(): Promise<{ connection: AutofirmaConnection; socket: PlayedSocket; id: string }> {
  const opening = open()
  const socket = await accept()
  return { connection: await opening, socket, id: played.launched[0]?.slice(-20) ?? '' }
}

describe('an operation', () => {
  test('asks every two seconds for as long as the answer is to wait, and stops at the first answer', async () => {
    const { connection, socket, id } = await converse()
    const chosen = connection.chooseCertificate()
    await played.time.pass(0)
    socket.say('OK')
    await played.time.pass(0)
    expect(socket.sent.at(-1)).toMatch(/^afirma:\/\/selectcert\?/)
    for (let poll = 0; poll < 5; poll += 1) {
      const before = socket.sent.length
      socket.say('#wait')
      await played.time.pass(1999)
      expect(socket.sent).toHaveLength(before)
      await played.time.pass(1)
      expect(socket.sent.slice(before)).toEqual([`getresult?idsession=${id}`])
    }
    socket.say(OLD)
    expect(Buffer.from(await chosen).toString('base64')).toBe(OLD)
    const said = socket.sent.length
    await played.time.pass(60_000)
    expect(socket.sent).toHaveLength(said)
    expect(stages.filter(({ stage }) => stage === 'waiting-for-window')).toHaveLength(1)
  })

  test('sends an echo when nothing comes for five seconds, and pays no heed to its OK', async () => {
    const { connection, socket, id } = await converse()
    const chosen = connection.chooseCertificate()
    await played.time.pass(0)
    socket.say('OK')
    await played.time.pass(0)
    socket.say('#wait')
    await played.time.pass(2000)
    const before = socket.sent.length
    await played.time.pass(4999)
    expect(socket.sent).toHaveLength(before)
    await played.time.pass(1)
    expect(socket.sent.slice(before)).toEqual([`echo=-idsession=${id}@EOF`])
    socket.say(OLD)
    socket.say('OK')
    expect(Buffer.from(await chosen).toString('base64')).toBe(OLD)
    // The OK that came too late is not taken for that of the next operation.
    const signed = connection.sign(new Uint8Array(4))
    await played.time.pass(0)
    socket.say('#wait')
    socket.say('OK')
    await played.time.pass(0)
    socket.say(`${OLD}|AQID`)
    expect([...(await signed).signature]).toEqual([1, 2, 3])
  })

  test('goes on asking after an echo that brought nothing but its OK', async () => {
    const { connection, socket, id } = await converse()
    const chosen = connection.chooseCertificate()
    await played.time.pass(0)
    socket.say('OK')
    await played.time.pass(5000)
    socket.say('OK')
    const before = socket.sent.length
    await played.time.pass(2000)
    expect(socket.sent.slice(before)).toEqual([`getresult?idsession=${id}`])
    socket.say(OLD)
    await chosen
  })

  test('asks an application for no results that is silent until the person is done, since that opens an error', async () => {
    const { connection, socket } = await converse()
    const chosen = connection.chooseCertificate()
    await played.time.pass(0)
    socket.say('OK')
    await played.time.pass(100_000)
    const echoes = socket.sent.filter((text) => text.startsWith('echo=')).length - 2
    socket.say(OLD)
    await chosen
    // It answers them one after the other, when it has time again.
    for (let echo = 0; echo < echoes; echo += 1) socket.say('OK')
    const signed = connection.sign(new Uint8Array(4))
    await played.time.pass(0)
    socket.say('OK')
    await played.time.pass(30_000)
    socket.say(`${OLD}|AQID`)
    expect([...(await signed).signature]).toEqual([1, 2, 3])
    expect(socket.sent.filter((text) => text.startsWith('getresult'))).toEqual([])
  })

  test('leaves few echoes without an answer, however long the person takes', async () => {
    const { connection, socket } = await converse()
    const chosen = connection.chooseCertificate()
    await played.time.pass(0)
    socket.say('OK')
    const before = socket.sent.length
    await played.time.pass(290_000)
    const echoes = socket.sent.length - before - 1
    expect(echoes).toBe(8)
    socket.say(OLD)
    for (let echo = 0; echo < echoes; echo += 1) socket.say('OK')
    await chosen
    expect(connection.isOpen).toBe(true)
  })

  /** Answers `#wait` to whatever is asked for so long. */
  async function keepWaiting(socket: PlayedSocket, seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 2) {
      socket.say('#wait')
      await played.time.pass(2000)
    }
  }

  test('is over after five minutes of #wait', async () => {
    const { connection, socket } = await converse()
    const chosen = connection.chooseCertificate().catch((error: unknown) => error)
    await played.time.pass(0)
    socket.say('OK')
    await played.time.pass(0)
    await keepWaiting(socket, 302)
    expect(await chosen).toMatchObject({ code: 'TIMED_OUT' })
    expect(socket.isClosed).toBe(true)
  })

  test('on many documents has ten seconds more for each, which a slow card takes', async () => {
    const { connection, socket } = await converse()
    const documents = [...Array(50).keys()].map((id) => ({ id: String(id), toBeSigned: new Uint8Array(4) }))
    const signed = connection.signMany(documents).catch((error: unknown) => error)
    await played.time.pass(0)
    socket.say('OK')
    await played.time.pass(0)
    await keepWaiting(socket, 798)
    expect(connection.isOpen).toBe(true)
    await keepWaiting(socket, 4)
    expect(await signed).toMatchObject({ code: 'TIMED_OUT' })
  })

  test('gets on when the OK to its greeting and its first answer were both never written', async () => {
    const { connection, socket, id } = await converse()
    const chosen = connection.chooseCertificate()
    await played.time.pass(5000)
    socket.say('OK')
    await played.time.pass(0)
    expect(socket.sent.at(-1)).toMatch(/^afirma:\/\/selectcert\?/)
    for (let echo = 0; echo < 2; echo += 1) {
      await played.time.pass(5000)
      expect(socket.sent.at(-1)).toBe(`echo=-idsession=${id}@EOF`)
      socket.say('OK')
    }
    await played.time.pass(2000)
    expect(socket.sent.at(-1)).toBe(`getresult?idsession=${id}`)
    socket.say(OLD)
    expect(Buffer.from(await chosen).toString('base64')).toBe(OLD)
  })

  test('that signs with another certificate than the chosen one ends the connection', async () => {
    const { connection, socket } = await converse()
    for (const [operation, answer] of [
      [() => connection.chooseCertificate(), OLD],
      [() => connection.sign(new Uint8Array(4)), `${NEW}|AQID`],
    ] as const) {
      const done = operation().catch((error: unknown) => error)
      await played.time.pass(0)
      socket.say('OK')
      await played.time.pass(0)
      socket.say(answer)
      if (answer !== OLD) expect(await done).toMatchObject({ code: 'CERTIFICATE_CHANGED' })
      else await done
    }
    expect(socket.isClosed).toBe(true)
  })

  test.each([
    ['octets instead of text', [Buffer.from('OK')]],
    ['more than a message may have', ['x'.repeat(64 * 1024 * 1024 + 1)]],
    ['messages that nobody asked for', [...Array(40).keys()].map(String)],
  ])('ends the connection for %s', async (_what, messages) => {
    const { connection, socket } = await converse()
    messages.forEach((message) => socket.say(message))
    await expect(connection.chooseCertificate()).rejects.toMatchObject({ code: 'ANSWER_INVALID' })
    expect(socket.isClosed).toBe(true)
  })
})
