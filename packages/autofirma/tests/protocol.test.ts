import { createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StandIn } from './stand-in.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await StandIn.open()
})
afterAll(() => standIn.sandbox.close())
beforeEach(() => standIn.behave())

/** What a server would give: a SET OF attributes, of which the client only knows that it is octets. */
const attributes = (): Buffer => Buffer.concat([Buffer.from([0x31, 0x81, 0x87]), randomBytes(0x87)])

function expectSigned(message: Uint8Array, certificate: Uint8Array, signature: Uint8Array): void {
  const key = createPublicKey(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }))
  expect(verify('sha512', message, key, signature)).toBe(true)
}

describe('a session', () => {
  it('picks a certificate and signs, with one dialog for both', async () => {
    const { session, stages } = await standIn.talk()
    const certificate = await session.chooseCertificate()
    expect(new X509Certificate(certificate).subject).toContain('IDCES-00000000T')
    const message = attributes()
    const answer = await session.sign(message)
    expect(Buffer.from(answer.certificate)).toEqual(Buffer.from(certificate))
    expectSigned(message, answer.certificate, answer.signature)
    expect(await standIn.run()).toMatchObject({ dialogs: 1, isRunning: true })
    session.close()
    expect(stages.map(({ stage }) => stage)).toEqual([
      'launching',
      'connecting',
      'connected',
      'choosing-certificate',
      'signing',
      'signing',
      'done',
    ])
  })
})
