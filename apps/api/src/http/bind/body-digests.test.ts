import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { watchBodyDigests } from './body-digests.ts'

const BODY = [Buffer.from('one '), Buffer.from('two')]
const digestOf = (algorithm: string) => createHash(algorithm).update(Buffer.concat(BODY)).digest('base64')
const SHA256 = `sha-256=:${digestOf('sha256')}:`
const SHA512 = `sha-512=:${digestOf('sha512')}:`
const OTHER = `sha-256=:${Buffer.alloc(32).toString('base64')}:`

async function outcome(headers: Record<string, string>): Promise<string> {
  const raw = Readable.from(BODY) as IncomingMessage
  try {
    const digests = watchBodyDigests({ raw, headers })
    expect(await buffer(raw)).toEqual(Buffer.concat(BODY))
    await digests.check(1000)
    return 'right'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  ['no header', {}, 'right'],
  ['the SHA-256', { 'content-digest': SHA256 }, 'right'],
  ['the SHA-512 of the representation', { 'repr-digest': SHA512 }, 'right'],
  ['both', { 'content-digest': `${SHA256}, ${SHA512}`, 'repr-digest': SHA256 }, 'right'],
  ['one with parameters', { 'content-digest': `${SHA256};a=1` }, 'right'],
  ['one that nobody knows', { 'content-digest': 'md5=:AAAA:' }, 'right'],
  ['another SHA-256', { 'content-digest': OTHER }, 'DIGEST_MISMATCH'],
  ['another one beside a right one', { 'content-digest': `${SHA512}, ${OTHER}` }, 'DIGEST_MISMATCH'],
  ['another one of the representation', { 'content-digest': SHA256, 'repr-digest': OTHER }, 'DIGEST_MISMATCH'],
  ['nothing', { 'content-digest': '' }, 'VALIDATION_FAILED'],
  ['no byte sequence', { 'content-digest': `sha-256=${digestOf('sha256')}` }, 'VALIDATION_FAILED'],
  ['too few bytes', { 'content-digest': 'sha-256=:AAAA:' }, 'VALIDATION_FAILED'],
  ['capitals', { 'content-digest': SHA256.toUpperCase() }, 'VALIDATION_FAILED'],
  ['no base64', { 'repr-digest': 'sha-256=:####:' }, 'VALIDATION_FAILED'],
])('a body with %s', async (_what, headers, expected) => {
  expect(await outcome(headers as Record<string, string>)).toBe(expected)
})

test('what is left behind the last part counts too, and a body without an end is too slow', async () => {
  const raw = Readable.from(BODY) as IncomingMessage
  const digests = watchBodyDigests({ raw, headers: { 'content-digest': SHA256 } })
  await digests.check(1000)
  const endless = new Readable({ read: () => undefined }) as IncomingMessage
  const waiting = watchBodyDigests({ raw: endless, headers: { 'content-digest': SHA256 } })
  await expect(waiting.check(20)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
})
