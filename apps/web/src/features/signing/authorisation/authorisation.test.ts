import { describe, expect, it, vi } from 'vitest'
import { answers, CODE, NOBODY, open, PIN, problem, SESSION } from './authorisation-scene.ts'

describe('a certificate with a PIN alone', () => {
  it('is asked for at once, and one document goes without any other call', async () => {
    const { authorisation, calls } = open(PIN)
    expect(authorisation.stage()).toMatchObject({ at: 'asking', inputs: ['pin'], code: null })
    await authorisation.begin()
    expect(await authorisation.open(answers)).toEqual({ kind: 'open' })
    expect(await authorisation.authorisedFor('a')).toEqual({})
    await authorisation.close()
    for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled()
  })

  it('announces several documents as a batch, which a server need not know', async () => {
    const { authorisation } = open(PIN, {}, ['a', 'b'])
    await authorisation.open(answers)
    expect(await authorisation.authorisedFor('b')).toEqual({ batchId: 'batch' })
    const without = open(PIN, { fix: [problem(404, 'NOT_FOUND')] }, ['a', 'b']).authorisation
    await without.open(answers)
    expect(await without.authorisedFor('b')).toEqual({})
  })

  it('is asked for again after a wrong PIN, with what went wrong', async () => {
    const { authorisation } = open(PIN)
    const wrong = problem(422, 'WRONG_PIN')
    await authorisation.open(answers)
    await authorisation.fail(wrong)
    expect(authorisation.stage()).toMatchObject({ at: 'asking', error: wrong })
  })
})

describe('a code', () => {
  it('is sent for the documents that could be fixed before the dialog asks for it', async () => {
    const fix = [{ BatchId: 'batch', Failed: [{ SignerGUID: 'b', Code: 'DOCUMENT_BUSY', Message: '' }] }]
    const { authorisation, calls, stages } = open(CODE, { fix }, ['a', 'b', 'c'])
    await authorisation.begin()
    expect(calls.sendCode.mock.calls).toEqual([[{ uses: 2, batchId: 'batch' }]])
    expect(authorisation.stage()).toMatchObject({ at: 'asking', inputs: ['code'], code: { to: '…1234', at: 1000 } })
    expect(stages).toEqual(['preparing', 'preparing', 'preparing', 'asking'])
    await authorisation.open(answers)
    expect(await authorisation.authorisedFor('a')).toEqual({ batchId: 'batch' })
    await expect(authorisation.authorisedFor('b')).rejects.toMatchObject({ code: 'DOCUMENT_BUSY' })
  })

  it('is followed by the PIN when the answer says that the certificate is qualified', async () => {
    const { authorisation } = open(CODE, { sendCode: [{ Qualified: true, SentTo: '' }] })
    await authorisation.begin()
    expect(authorisation.stage()).toMatchObject({ inputs: ['code', 'pin'] })
  })

  it('that could not be sent is said, and asked for anew', async () => {
    const unreachable = problem(502, 'PROVIDER_UNREACHABLE')
    const { authorisation, calls } = open(CODE, { sendCode: [unreachable, { Qualified: false, SentTo: 'x' }] })
    await authorisation.begin()
    expect(authorisation.stage()).toEqual({ at: 'refused', what: 'code', error: unreachable })
    await authorisation.begin()
    expect(authorisation.stage().at).toBe('asking')
    expect(calls.fix).toHaveBeenCalledTimes(2)
  })

  it('is sent again for the same documents, and an older error is gone then', async () => {
    const limited = problem(429, 'RATE_LIMITED')
    const one = { Qualified: false, SentTo: '1' }
    const { authorisation, calls } = open(CODE, { sendCode: [one, limited, { ...one, SentTo: '2' }] })
    await authorisation.begin()
    await authorisation.resendCode()
    expect(authorisation.stage()).toMatchObject({ at: 'asking', error: limited, sending: false, code: { to: '1' } })
    await authorisation.resendCode()
    expect(authorisation.stage()).toMatchObject({ at: 'asking', error: null, code: { to: '2' } })
    expect(calls.fix).toHaveBeenCalledTimes(1)
  })

  it('that cannot be sent again because what was prepared is over has everything begin anew', async () => {
    const over = problem(403, 'SIGNING_SESSION_EXPIRED')
    const { authorisation } = open(CODE, { sendCode: [{ Qualified: false, SentTo: '' }, over] })
    await authorisation.begin()
    await authorisation.resendCode()
    expect(authorisation.stage()).toEqual({ at: 'refused', what: 'code', error: over })
  })

  it('is not sent when no document could be fixed', async () => {
    const fix = [{ BatchId: 'batch', Failed: [{ SignerGUID: 'a', Code: 'DOCUMENT_BUSY', Message: '' }] }]
    const { authorisation, calls } = open(SESSION, { fix })
    await new Promise<void>((nothingFixed: () => void) => authorisation.enter(() => ({ onNothingFixed: nothingFixed })))
    expect(calls.sendCode).not.toHaveBeenCalled()
    expect(await authorisation.open(answers)).toEqual({ kind: 'open' })
    expect(calls.openSignatureSession).not.toHaveBeenCalled()
  })

  it('is not asked for where none was sent: what could not be fixed is said, and everything begins anew', async () => {
    const Failed = [{ SignerGUID: 'a', Code: 'READ_ALL_PENDING', Message: '' }]
    const { authorisation } = open(CODE, { fix: [{ BatchId: 'batch', Failed }] })
    await new Promise<void>((nothingFixed: () => void) => authorisation.enter(() => ({ onNothingFixed: nothingFixed })))
    await authorisation.open(answers)
    const error = problem(422, 'READ_ALL_PENDING')
    await authorisation.fail(error)
    expect(authorisation.stage()).toEqual({ at: 'refused', what: null, error })
  })

  it.each([[], [{ SignerGUID: 'a', Code: 'DOCUMENT_BUSY', Message: '' }]])(
    'is not sent, and nothing is signed, when the dialog is left while the documents are being fixed',
    async (...Failed) => {
      const { authorisation, calls } = open(CODE, { fix: [{ BatchId: 'batch', Failed }] })
      const nothingFixed = vi.fn()
      authorisation.enter(() => ({ onNothingFixed: nothingFixed }))
      authorisation.leave()
      await vi.waitUntil(() => calls.fix.mock.settledResults.length > 0)
      await new Promise(setImmediate)
      expect(calls.sendCode).not.toHaveBeenCalled()
      expect(nothingFixed).not.toHaveBeenCalled()
    },
  )

  it('is sent once more only, however often that is asked for meanwhile', async () => {
    const { authorisation, calls } = open(CODE)
    await authorisation.begin()
    await Promise.all([authorisation.resendCode(), authorisation.resendCode()])
    expect(calls.sendCode).toHaveBeenCalledTimes(2)
  })
})

it('the first step is taken once, however often the dialog is drawn', async () => {
  const { authorisation, calls } = open(CODE)
  authorisation.enter(() => NOBODY)
  authorisation.leave()
  authorisation.enter(() => NOBODY)
  await vi.waitUntil(() => authorisation.stage().at === 'asking')
  expect([calls.fix, calls.sendCode].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
