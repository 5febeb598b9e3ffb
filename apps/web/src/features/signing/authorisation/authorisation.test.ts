import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, it, vi } from 'vitest'
import type { SignatureSessionAnswer } from '../../../shared/steps/open-signature-session.ts'
import type { AuthorisationCalls, FactorStep } from './authorisation-calls.ts'
import { Authorisation } from './authorisation.ts'
import type { FixedBatch } from './fixed-documents.ts'
import type { SigningSteps } from '../../../shared/proof/signing-steps.ts'

const PIN: SigningSteps = {
  inputs: ['pin'],
  sendsCode: false,
  signatureSession: undefined,
  secondFactor: false,
  fixesDocuments: false,
}
const CODE: SigningSteps = { ...PIN, inputs: ['code'], sendsCode: true, fixesDocuments: true }
const SESSION: SigningSteps = { ...CODE, inputs: ['code', 'pin'], signatureSession: 'certificate' }
const PHONE: SigningSteps = { ...PIN, inputs: [], signatureSession: 'remote', fixesDocuments: true }
const FACTOR: SigningSteps = { ...PIN, secondFactor: true }

/** Reports to nobody. */
const NOBODY = { onNothingFixed: () => undefined }

const answers = { pin: '1234', code: '654321' }
const problem = (status: number, Code: string, Message = Code) => new ApiError(status, { Code, Message })
const Authenticators = [
  { Id: '1', Name: 'SMS' },
  { Id: '2', Name: 'ATST' },
]

/** Answers one after the other, the last one for ever; an error is thrown. */
function saying<T>(...said: (T | Error)[]) {
  return vi.fn(async (): Promise<T> => {
    const next = said.length > 1 ? said.shift()! : said[0]!
    if (next instanceof Error) throw next
    return Promise.resolve(next)
  })
}

interface Said {
  fix?: (FixedBatch | Error)[]
  sendCode?: ({ Qualified: boolean; SentTo: string } | Error)[]
  beginFactor?: (FactorStep | Error)[]
  chooseFactor?: (FactorStep | Error)[]
  answerFactor?: (FactorStep | Error)[]
  openSignatureSession?: (SignatureSessionAnswer | Error)[]
}

function open(steps: SigningSteps, said: Said = {}, signerGuids: readonly string[] = ['a']) {
  const calls = {
    fix: saying(...(said.fix ?? [{ BatchId: 'batch', Failed: [] }])),
    sendCode: saying(...(said.sendCode ?? [{ Qualified: false, SentTo: '…1234' }])),
    beginFactor: saying(...(said.beginFactor ?? [{ Authenticators }])),
    chooseFactor: saying(...(said.chooseFactor ?? [null])),
    answerFactor: saying(...(said.answerFactor ?? [null])),
    openSignatureSession: saying(...(said.openSignatureSession ?? [{ SessionId: 'session', ExpiresAt: 'later' }])),
    closeSignatureSession: vi.fn(async () => Promise.resolve(null)),
  } satisfies AuthorisationCalls
  const told = { sessionExpired: vi.fn() }
  const wait = vi.fn(async () => Promise.resolve())
  const authorisation = new Authorisation({
    steps,
    signerGuids,
    calls,
    wait,
    now: () => 1000,
    onSessionExpired: told.sessionExpired,
  })
  const stages: string[] = [authorisation.stage().at]
  authorisation.subscribe(() => stages.push(authorisation.stage().at))
  return { authorisation, calls, told, stages, wait }
}

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

it('no way of proving who one is gets chosen by itself once the dialog is left', async () => {
  const { authorisation, calls } = open(FACTOR, { beginFactor: [{ Authenticators: Authenticators.slice(0, 1) }] })
  authorisation.enter(() => NOBODY)
  authorisation.leave()
  await vi.waitUntil(() => calls.beginFactor.mock.settledResults.length > 0)
  await new Promise(setImmediate)
  expect(calls.chooseFactor).not.toHaveBeenCalled()
})

it('the first step is taken once, however often the dialog is drawn', async () => {
  const { authorisation, calls } = open(CODE)
  authorisation.enter(() => NOBODY)
  authorisation.leave()
  authorisation.enter(() => NOBODY)
  await vi.waitUntil(() => authorisation.stage().at === 'asking')
  expect([calls.fix, calls.sendCode].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

describe('a session', () => {
  it('is opened once with what was typed, goes along with every document, and is closed once', async () => {
    const { authorisation, calls } = open(SESSION, {}, ['a', 'b'])
    await authorisation.begin()
    await authorisation.open(answers)
    await authorisation.open(answers)
    expect(calls.openSignatureSession.mock.calls).toEqual([[{ answers, batchId: 'batch', sessionId: undefined }]])
    const both = { batchId: 'batch', sessionId: 'session' }
    expect([await authorisation.authorisedFor('a'), await authorisation.authorisedFor('b')]).toEqual([both, both])
    await authorisation.close()
    await authorisation.close()
    expect(calls.closeSignatureSession).toHaveBeenCalledTimes(1)
  })

  it.each([problem(400, 'WRONG_CODE'), problem(400, 'CODE_EXPIRED'), problem(422, 'WRONG_PIN')])(
    'that a wrong entry did not open is tried again without another code ($code)',
    async (error) => {
      const { authorisation, calls } = open(SESSION, {
        openSignatureSession: [error, { SessionId: 's', ExpiresAt: 'later' }],
      })
      await authorisation.begin()
      expect(await authorisation.open(answers)).toEqual({ kind: 'again' })
      expect(authorisation.stage()).toMatchObject({ at: 'asking', error, code: { to: '…1234' } })
      expect(await authorisation.open(answers)).toEqual({ kind: 'open' })
      expect(calls.sendCode).toHaveBeenCalledTimes(1)
    },
  )

  it.each([problem(502, 'PROVIDER_FAILED'), problem(423, 'PIN_LOCKED'), new NetworkError('gone')])(
    'that cannot be opened ends the attempt (%s)',
    async (error) => {
      const { authorisation } = open(SESSION, { openSignatureSession: [error] })
      await authorisation.begin()
      expect(await authorisation.open(answers)).toEqual({ kind: 'failed', error })
    },
  )

  it('is closed when a signature fails, and everything begins anew', async () => {
    const { authorisation, calls } = open(SESSION)
    const error = problem(503, 'TIMESTAMP_UNAVAILABLE')
    await authorisation.begin()
    await authorisation.open(answers)
    await authorisation.fail(error)
    expect(calls.closeSignatureSession).toHaveBeenCalledTimes(1)
    expect(authorisation.stage()).toEqual({ at: 'refused', what: null, error })
    await authorisation.begin()
    expect([calls.fix, calls.sendCode].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
  })

  it('stays open after a wrong PIN, which alone is asked for again', async () => {
    const { authorisation, calls } = open(SESSION)
    const wrong = problem(422, 'WRONG_PIN')
    await authorisation.begin()
    await authorisation.open(answers)
    await authorisation.fail(wrong)
    expect(authorisation.stage()).toMatchObject({ at: 'asking', inputs: ['pin'], code: null, error: wrong })
    expect(await authorisation.open(answers)).toEqual({ kind: 'open' })
    expect(calls.openSignatureSession).toHaveBeenCalledTimes(1)
    expect(calls.closeSignatureSession).not.toHaveBeenCalled()
  })

  it('is closed when the dialog is gone, after the document at work', async () => {
    const { authorisation, calls } = open(SESSION)
    await authorisation.begin()
    let finish = () => {}
    const signature = new Promise<void>((resolve) => (finish = resolve))
    const work = authorisation.during(async () => {
      await authorisation.open(answers)
      await signature
    })
    await vi.waitUntil(() => authorisation.stage().at === 'open')
    authorisation.leave()
    expect(calls.closeSignatureSession).not.toHaveBeenCalled()
    finish()
    await work
    expect(calls.closeSignatureSession).toHaveBeenCalledTimes(1)
  })

  it('is closed at once when the dialog goes while nothing is at work', async () => {
    const { authorisation, calls } = open(SESSION)
    await authorisation.begin()
    await authorisation.during(() => authorisation.open(answers))
    expect(calls.closeSignatureSession).not.toHaveBeenCalled()
    authorisation.leave()
    expect(calls.closeSignatureSession).toHaveBeenCalledTimes(1)
  })

  it('whose end nobody hears runs out by itself', async () => {
    const { authorisation, calls } = open(SESSION)
    calls.closeSignatureSession.mockRejectedValue(new NetworkError('gone'))
    await authorisation.begin()
    await authorisation.open(answers)
    await expect(authorisation.close()).resolves.toBeUndefined()
  })
})

describe('a phone', () => {
  it('is waited for with the same session until the person has accepted', async () => {
    const openSignatureSession = [{ SessionId: 's' }, { SessionId: 's' }, { SessionId: 's', ExpiresAt: 'later' }]
    const { authorisation, calls, stages } = open(PHONE, { openSignatureSession })
    await authorisation.begin()
    expect(await authorisation.open({ pin: '', code: '' })).toEqual({ kind: 'open' })
    expect(stages).toEqual(['asking', 'asking', 'opening', 'waiting', 'waiting', 'open'])
    const sent = calls.openSignatureSession.mock.calls as unknown as [{ sessionId?: string }][]
    expect(sent.map(([{ sessionId }]) => sessionId)).toEqual([undefined, 's', 's'])
  })

  it('is no longer waited for when the person says so: the session is closed, and the dialog asks again', async () => {
    const { authorisation, calls, wait } = open(PHONE, { openSignatureSession: [{ SessionId: 's' }] })
    wait.mockImplementation(() => new Promise(() => undefined))
    await authorisation.begin()
    const opening = authorisation.open({ pin: '', code: '' })
    await vi.waitUntil(() => authorisation.stage().at === 'waiting')
    authorisation.stopWaiting()
    expect(await opening).toEqual({ kind: 'again' })
    expect(authorisation.stage()).toMatchObject({ at: 'asking', error: null })
    expect(calls.closeSignatureSession).toHaveBeenCalledTimes(1)
    expect(calls.openSignatureSession).toHaveBeenCalledTimes(1)
  })
})

describe('a second factor', () => {
  it('asks for the authenticator, then for the answer to its challenge, then for the PIN', async () => {
    const { authorisation, calls } = open(FACTOR, { chooseFactor: [{ Hint: 'Code 17' }] })
    await authorisation.begin()
    expect(authorisation.stage()).toEqual({ at: 'authenticators', authenticators: Authenticators })
    await authorisation.choose('2')
    expect(calls.chooseFactor.mock.calls).toEqual([['2']])
    expect(authorisation.stage()).toMatchObject({ at: 'challenge', hint: 'Code 17' })
    await authorisation.answer('000111')
    expect(calls.answerFactor.mock.calls).toEqual([['000111']])
    expect(authorisation.stage()).toMatchObject({ at: 'asking', inputs: ['pin'] })
  })

  it('takes a single authenticator by itself', async () => {
    const { authorisation, calls } = open(FACTOR, { beginFactor: [{ Authenticators: Authenticators.slice(0, 1) }] })
    await authorisation.begin()
    expect(calls.chooseFactor.mock.calls).toEqual([['1']])
    expect(authorisation.stage().at).toBe('challenge')
  })

  it('is left out for an account that has none', async () => {
    const { authorisation } = open(FACTOR, { beginFactor: [null] })
    await authorisation.begin()
    expect(authorisation.stage().at).toBe('asking')
  })

  it('goes on with what the provider asks next, and does not take one answer for the proof', async () => {
    const { authorisation } = open(FACTOR, { answerFactor: [{ Hint: 'Code 18' }, null] })
    await authorisation.begin()
    await authorisation.choose('1')
    await authorisation.answer('000111')
    expect(authorisation.stage()).toMatchObject({ at: 'challenge', hint: 'Code 18', busy: false })
    await authorisation.answer('000222')
    expect(authorisation.stage()).toMatchObject({ at: 'asking', inputs: ['pin'] })
  })

  it('asks for the answer again when the provider refuses it', async () => {
    const error = problem(400, 'WRONG_CODE', 'integrationUnauthorized: try again')
    const { authorisation, told } = open(FACTOR, { answerFactor: [error] })
    await authorisation.begin()
    await authorisation.choose('1')
    await authorisation.answer('1')
    expect(authorisation.stage()).toMatchObject({ at: 'challenge', error, busy: false })
    expect(told.sessionExpired).not.toHaveBeenCalled()
  })

  it('stands for the end of the session when it is refused in any other way', async () => {
    const { authorisation, told } = open(FACTOR, { answerFactor: [problem(500, 'INTERNAL')] })
    await authorisation.begin()
    await authorisation.choose('1')
    await authorisation.answer('1')
    expect(told.sessionExpired).toHaveBeenCalledTimes(1)
  })

  it('is not the end of the session when no answer came', async () => {
    const { authorisation, told } = open(FACTOR, { answerFactor: [new NetworkError('gone')] })
    await authorisation.begin()
    await authorisation.choose('1')
    await authorisation.answer('1')
    expect(told.sessionExpired).not.toHaveBeenCalled()
  })

  it('is begun anew when the provider no longer knows it', async () => {
    const { authorisation } = open(FACTOR)
    const error = problem(403, 'SIGNING_SESSION_EXPIRED')
    await authorisation.fail(error)
    expect(authorisation.stage()).toEqual({ at: 'refused', what: null, error })
  })
})
