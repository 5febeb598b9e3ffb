import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import type { Signer } from '../sign-pdf.ts'
import { OID, signWithKey } from '@rubrica/pki'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { imprintOf, makeTestSigner, makeTestToken } from '@rubrica/pki/testing'
import type { SignatureRequest } from '../types.ts'
import { validate } from '../validation/validate.ts'
import { createPadesWorkers } from './create-pades-workers.ts'

const workers = createPadesWorkers({ threads: 2, memoryMb: 256, timeoutMs: 20_000 })
afterAll(() => workers.close())

const LOWEST = constants.priority.PRIORITY_LOW
const base = makeTestPdf()
const signer = makeTestSigner()
const request: SignatureRequest = {
  certificate: signer.certificate,
  chain: [],
  digestAlgorithm: 'SHA-256',
  field: { create: { name: 'Signature', page: 1 } },
  claimedTime: new Date(),
}

const askKey: Signer = (data) => Promise.resolve({ signature: signWithKey(signer.privateKey, data) })

test.runIf(process.platform === 'linux')('only threads for what nobody waits for step back', async () => {
  const nicenesses = () =>
    readdirSync('/proc/self/task').map((id) =>
      // The seventeenth field after the name, which may have any characters (proc_pid_stat(5): nice).
      Number(readFileSync(`/proc/self/task/${id}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[16]),
    )
  await workers.inspectPdf(base)
  const before = nicenesses().filter((nice) => nice >= LOWEST).length
  await using unhurried = createPadesWorkers({ threads: 1, memoryMb: 256, timeoutMs: 20_000, isUnhurried: true })
  expect(await unhurried.inspectPdf(base)).toMatchObject({ pageCount: 1 })
  expect(nicenesses().filter((nice) => nice >= LOWEST)).toHaveLength(before + 1)
})

describe('a document in a thread', () => {
  test('is signed like one in this thread, the timestamp fetched from here', async () => {
    const authority = makeTestSigner({ purposes: [OID.ekuTimeStamping] })
    const prepared = await workers.prepareSignature(base, request)
    const answer = { signature: signWithKey(signer.privateKey, prepared) }
    const timestamp = async (message: Uint8Array) => makeTestToken(authority, { imprint: imprintOf(message) })
    const tail = await workers.resumeSignature(base, prepared, answer, { timestamp })
    const facts = await workers.inspectPdf(Buffer.concat([base, tail]))
    expect(facts.signatureFields).toEqual([expect.objectContaining({ name: 'Signature', signed: true })])
    expect(facts.pages(0).cropBox).toEqual([0, 0, 595, 842])
    expect(() => facts.pages(1)).toThrow(expect.objectContaining({ code: 'PAGE_OUT_OF_RANGE' }))
  })

  test('is signed in one call, the key and the timestamp staying here', async () => {
    const authority = makeTestSigner({ purposes: [OID.ekuTimeStamping] })
    const timestamp = async (message: Uint8Array) => makeTestToken(authority, { imprint: imprintOf(message) })
    for (const [one, level] of [
      [signer.privateKey, {}],
      [askKey, { timestamp }],
    ] as const) {
      const tail = await workers.signPdf(base, request, one, level)
      const { signatureFields } = await workers.inspectPdf(Buffer.concat([base, tail]))
      expect(signatureFields).toEqual([expect.objectContaining({ name: 'Signature', signed: true })])
    }
  })

  test('in shared memory is read in place', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(base.length))
    shared.set(base)
    await expect(workers.prepareSignature(shared, request)).resolves.toMatchObject({ baseLength: base.length })
  })

  test('is validated like one in this thread, dates and certificates included', async () => {
    const prepared = await workers.prepareSignature(base, request)
    const answer = { signature: signWithKey(signer.privateKey, prepared) }
    const file = Buffer.concat([base, await workers.resumeSignature(base, prepared, answer)])
    const policy = { trustAnchors: [signer.certificate] }
    const settings = { at: new Date() }
    const report = await workers.validate(file, policy, settings)
    expect(report).toEqual(validate(file, policy, settings))
    expect(report.signatures).toMatchObject([{ indication: 'TOTAL-PASSED', signedAt: expect.any(Date) as Date }])
    await expect(workers.inspectRevisions(file)).resolves.toMatchObject({ signatures: [{ coversRevision: 2 }] })
    await expect(workers.validate(Buffer.from('no'), policy)).rejects.toMatchObject({ code: 'NOT_A_PDF' })
  })

  test('leaves the caller its bytes', async () => {
    const bytes = Uint8Array.from(base)
    await workers.inspectPdf(bytes)
    expect(bytes.length).toBe(base.length)
  })
})

describe('an error', () => {
  test('keeps its code and facts', async () => {
    await expect(workers.inspectPdf(Buffer.from('no'))).rejects.toMatchObject({ name: 'PdfError', code: 'NOT_A_PDF' })
  })

  test('of the signer comes back as it was thrown', async () => {
    const failure = new Error('no key')
    await expect(workers.signPdf(base, request, () => Promise.reject(failure))).rejects.toBe(failure)
  })

  test('of the timestamp function comes back as it was thrown', async () => {
    const prepared = await workers.prepareSignature(base, request)
    const answer = { signature: signWithKey(signer.privateKey, prepared) }
    const failure = new Error('no network')
    const timestamp = () => Promise.reject(failure)
    await expect(workers.resumeSignature(base, prepared, answer, { timestamp })).rejects.toBe(failure)
  })
})

test('a call past its deadline fails alone, and its thread is replaced', async () => {
  await using slow = createPadesWorkers({ threads: 1, memoryMb: 256, timeoutMs: 1 })
  const calls = await Promise.allSettled([slow.inspectPdf(base), slow.inspectPdf(base)])
  for (const call of calls) {
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'PDF_TOO_COMPLEX', facts: { reason: 'TIME' } } })
  }
  await expect(workers.inspectPdf(base)).resolves.toMatchObject({ pageCount: 1 })
})

test('more calls than threads wait for their turn', async () => {
  const calls = Array.from({ length: 12 }, () => workers.inspectPdf(base))
  await expect(Promise.all(calls)).resolves.toHaveLength(12)
})

test('what is at work when the threads are closed fails for that, and not for its file', async () => {
  const pool = createPadesWorkers({ threads: 1, memoryMb: 256, timeoutMs: 20_000 })
  const calls = [pool.inspectPdf(base), pool.inspectPdf(base)].map((call) => expect(call).rejects.toThrow(/closed/))
  await pool.close()
  await Promise.all(calls)
})

test('closed threads take no calls', async () => {
  const pool = createPadesWorkers({ threads: 1, memoryMb: 256, timeoutMs: 1000 })
  await pool.close()
  await expect(pool.inspectPdf(base)).rejects.toThrow('closed')
})
