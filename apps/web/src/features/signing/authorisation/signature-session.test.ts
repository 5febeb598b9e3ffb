import { NetworkError } from '@rubrica/contract'
import { describe, expect, it, vi } from 'vitest'
import { answers, open, PHONE, problem, SESSION } from './authorisation-scene.ts'

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
