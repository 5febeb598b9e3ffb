/** What is asked of the client in tests, and how its answers are looked at. */
import { createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import { expect } from 'vitest'
import type { AutofirmaStage } from '../src/connection.ts'
import { StandIn, type Talk } from './stand-in.ts'

/** A stand-in whose keys are made: they take their time, for which the first one who asks would pay. */
export async function openStandIn(): Promise<StandIn> {
  const standIn = await StandIn.open()
  await standIn.behave()
  const { connection } = await standIn.talk()
  await connection.chooseCertificate()
  connection.close()
  return standIn
}

/** Runs one operation in a connection of its own. */
export async function within<Result>(standIn: StandIn, work: (talk: Talk) => Promise<Result>): Promise<Result> {
  const talk = await standIn.talk()
  try {
    return await work(talk)
  } finally {
    talk.connection.close()
  }
}

/** What a server would give: a SET OF attributes, of which the client only knows that it is octets. */
export const attributes = (): Buffer => Buffer.concat([Buffer.from([0x31, 0x81, 0x87]), randomBytes(0x87)])

export const documents = (count: number) =>
  [...Array(count).keys()].map((index) => ({ id: `document-${index}`, toBeSigned: attributes() }))

/** The value verifies over the message itself, with the key of the certificate. */
export function expectSigned(message: Uint8Array, certificate: Uint8Array, signature: Uint8Array): void {
  const key = createPublicKey(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }))
  expect(verify('sha512', message, key, signature)).toBe(true)
}

export const namesOf = (stages: readonly AutofirmaStage[]): string[] => stages.map(({ stage }) => stage)
