import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, it } from 'vitest'
import { runBatch, type BatchProgress } from './run-batch.ts'

const answer = (status: number, Code: string, Details = {}) => new ApiError(status, { Code, Details })

/** Signs `a`, `b`, `c`, `d`, each as its outcome says; what is not named is signed. */
function batchOf(outcomes: Readonly<Record<string, unknown>>, stopAfter?: string, from?: BatchProgress) {
  const sent: string[] = []
  const turns: [string, number][] = []
  let atWork = 0
  const work = {
    isStopped: () => stopAfter !== undefined && sent.includes(stopAfter),
    onTurn: ({ signed, failed }: BatchProgress, guid: string) => turns.push([guid, signed.length + failed.length]),
    sign: async (guid: string) => {
      sent.push(guid)
      expect((atWork += 1)).toBe(1)
      await Promise.resolve()
      atWork -= 1
      if (guid in outcomes) throw outcomes[guid]
    },
  }
  return runBatch(['a', 'b', 'c', 'd'], work, from).then((outcome) => ({ outcome, sent, turns }))
}

describe('a batch', () => {
  it('signs one document after another, in their order, and says whose turn it is', async () => {
    const { outcome, turns } = await batchOf({})
    expect(turns).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ])
    expect(outcome).toEqual({ signed: ['a', 'b', 'c', 'd'], failed: [], end: { why: 'finished' } })
  })

  it.each([
    answer(404, 'DOCUMENT_NOT_FOUND'),
    answer(409, 'DOCUMENT_NO_LONGER_AVAILABLE'),
    answer(409, 'UNKNOWN'),
    answer(422, 'READ_ALL_PENDING'),
    answer(422, 'PDF_REFUSED'),
    answer(423, 'DOCUMENT_BUSY'),
    answer(423, 'DIGEST_NOT_AUTHORISED'),
    answer(422, 'CERTIFICATE_UNUSABLE', { Reasons: ['OTHER_CERTIFICATE_DEMANDED'] }),
  ])('notes an error of the document and goes on ($status $code)', async (error) => {
    const { outcome, sent } = await batchOf({ b: error })
    expect(sent).toEqual(['a', 'b', 'c', 'd'])
    expect(outcome).toEqual({
      signed: ['a', 'c', 'd'],
      failed: [{ guid: 'b', error }],
      end: { why: 'finished' },
    })
  })

  it.each([
    answer(401, 'SESSION_EXPIRED'),
    answer(403, 'CERTIFICATE_TYPE_NOT_ALLOWED'),
    answer(404, 'CERTIFICATE_NOT_FOUND'),
    answer(404, 'UNKNOWN'),
    answer(422, 'CERTIFICATE_UNUSABLE', { Reasons: ['EXPIRED'] }),
    answer(422, 'AN_ERROR_OF_TOMORROW'),
    answer(423, 'PIN_LOCKED'),
    answer(400, 'SIGNING_CANCELLED'),
    answer(400, 'PROVIDER_LOGIN_INVALID'),
    answer(403, 'PROVIDER_NOT_AUTHORISED'),
    answer(403, 'SIGNING_SESSION_EXPIRED'),
    answer(422, 'BATCH_TOO_LARGE'),
    answer(502, 'PROVIDER_UNREACHABLE'),
    answer(502, 'PROVIDER_FAILED'),
    answer(502, 'PROVIDER_ANSWER_LOST'),
    answer(502, 'PROVIDER_SIGNATURE_REFUSED'),
    answer(503, 'PROVIDER_NOT_CONFIGURED'),
    answer(504, 'PROVIDER_TIMEOUT'),
    answer(429, 'RATE_LIMITED'),
    answer(500, 'INTERNAL'),
    answer(503, 'TIMESTAMP_UNAVAILABLE'),
    answer(503, 'TEMPORARILY_UNAVAILABLE'),
    new TypeError('there is no sign call'),
  ])('ends at once with an error that is not the document’s own (%s)', async (error) => {
    const { outcome, sent } = await batchOf({ b: error })
    expect(sent).toEqual(['a', 'b'])
    expect(outcome).toEqual({ signed: ['a'], failed: [{ guid: 'b', error }], end: { why: 'error', error } })
  })

  it.each([new NetworkError('gone'), answer(502, 'UNKNOWN'), answer(504, 'UNKNOWN')])(
    'waits for the person when an answer is lost, and goes on with the same document (%s)',
    async (lost) => {
      const busy = answer(423, 'DOCUMENT_BUSY')
      const { outcome } = await batchOf({ a: busy, c: lost })
      expect(outcome).toEqual({
        signed: ['b'],
        failed: [{ guid: 'a', error: busy }],
        end: { why: 'unanswered', guid: 'c' },
      })
      const rest = await batchOf({}, undefined, outcome)
      expect(rest.sent).toEqual(['c', 'd'])
      expect(rest.outcome).toMatchObject({ signed: ['b', 'c', 'd'], failed: [{ guid: 'a' }] })
    },
  )

  it.each([
    answer(422, 'WRONG_PIN'),
    answer(400, 'PIN_REQUIRED'),
    answer(400, 'WRONG_CODE'),
    answer(400, 'WRONG_CODE_OR_PIN'),
    answer(400, 'CODE_EXPIRED'),
    answer(400, 'CODE_REQUIRED'),
  ])(
    'waits for another PIN or code, and goes on with the document that it was refused for ($code)',
    async (refused) => {
      const busy = answer(423, 'DOCUMENT_BUSY')
      const { outcome, sent } = await batchOf({ a: busy, c: refused })
      expect(sent).toEqual(['a', 'b', 'c'])
      expect(outcome).toEqual({
        signed: ['b'],
        failed: [{ guid: 'a', error: busy }],
        end: { why: 'refused', guid: 'c', error: refused },
      })
      const rest = await batchOf({}, undefined, outcome)
      expect(rest.sent).toEqual(['c', 'd'])
      expect(rest.outcome).toMatchObject({ signed: ['b', 'c', 'd'], failed: [{ guid: 'a' }], end: { why: 'finished' } })
    },
  )

  it('ends after the document at work when it is stopped', async () => {
    const { outcome, sent } = await batchOf({}, 'b')
    expect(sent).toEqual(['a', 'b'])
    expect(outcome).toEqual({ signed: ['a', 'b'], failed: [], end: { why: 'stopped' } })
  })

  it('is finished, not stopped, when its last document was at work', async () => {
    expect((await batchOf({}, 'd')).outcome.end).toEqual({ why: 'finished' })
  })
})
