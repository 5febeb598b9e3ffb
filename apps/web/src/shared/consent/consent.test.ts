import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, it, vi } from 'vitest'
import { Consent } from './consent.ts'

const problem = (status: number, Code: string) => new ApiError(status, { Code, Message: Code })
const PENDING = problem(409, 'CONSENT_PENDING')
const ASKED: { RedirectURL: string | null; RequestID: string } = {
  RedirectURL: 'https://consent.example/1',
  RequestID: 'r1',
}

/** Answers one after the other, the last one for ever; an error is thrown. */
function saying<T>(...said: (T | Error)[]) {
  return vi.fn<(of: string) => Promise<T>>(async () => {
    const next = said.length > 1 ? said.shift()! : said[0]!
    if (next instanceof Error) throw next
    return Promise.resolve(next)
  })
}

interface Said {
  ask?: (typeof ASKED | Error)[]
  complete?: (undefined | Error)[]
  isBlocked?: boolean
  endsHere?: boolean
}

function open({ ask = [ASKED], complete = [undefined], isBlocked = false, endsHere = false }: Said = {}) {
  const pauses: (() => void)[] = []
  const tab = { show: vi.fn(() => !isBlocked), close: vi.fn() }
  const task = {
    ask: saying(...ask),
    complete: saying<undefined>(...complete),
    openTab: vi.fn(() => tab),
    onDone: vi.fn(),
    onFailed: vi.fn(() => endsHere),
    wait: vi.fn<(ms: number) => Promise<void>>(() => new Promise((resolve) => pauses.push(resolve))),
  }
  /** The pauses before a look are over, and what comes of it has come. */
  const pass = async () => {
    for (const end of pauses.splice(0)) end()
    await new Promise((done) => setImmediate(done))
  }
  return { consent: new Consent(task), task, tab, pass }
}

describe('asking for the page', () => {
  it('opens the tab in the press itself and shows the page in it, once however often it is pressed', async () => {
    const { consent, task, tab } = open()
    const asked = consent.ask()
    expect(task.openTab).toHaveBeenCalledOnce()
    void consent.ask()
    await asked
    expect(task.ask).toHaveBeenCalledOnce()
    expect(tab.show.mock.calls).toEqual([['https://consent.example/1']])
    expect(consent.stage()).toMatchObject({ at: 'waiting', address: 'https://consent.example/1', isBlocked: false })
  })

  it('needs no tab when their phone alone asks: whoever has confirmed there has signed, others are waited for', async () => {
    const PHONE = { RedirectURL: null, RequestID: 'r1' }
    const { consent, task, tab } = open({ ask: [PHONE] })
    await consent.ask()
    await vi.waitFor(() => expect(task.onDone).toHaveBeenCalledOnce())
    expect([tab.show.mock.calls, tab.close.mock.calls.length]).toEqual([[], 1])
    const later = open({ ask: [PHONE], complete: [PENDING] })
    await later.consent.ask()
    await vi.waitFor(() => expect(later.task.complete).toHaveBeenCalledOnce())
    expect(later.consent.stage()).toMatchObject({ at: 'waiting', address: null, isBlocked: false })
  })

  it('says when the browser has blocked the tab', async () => {
    const { consent } = open({ isBlocked: true })
    await consent.ask()
    expect(consent.stage()).toMatchObject({ at: 'waiting', isBlocked: true })
  })

  it('closes the tab and says what went wrong; without an answer the same attempt goes on', async () => {
    const error = new NetworkError('no answer')
    const { consent, task, tab } = open({ ask: [error, problem(503, 'PROVIDER_UNREACHABLE'), ASKED] })
    for (const round of [1, 2, 3]) {
      await consent.ask()
      if (round === 1) expect(consent.stage()).toEqual({ at: 'confirming', asking: false, error })
    }
    expect(tab.close).toHaveBeenCalledTimes(2)
    const [first, second, third] = task.ask.mock.calls.flat()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('never leads to what is no page', async () => {
    const { consent, tab } = open({ ask: [{ ...ASKED, RedirectURL: 'javascript:alert(1)' }] })
    await consent.ask()
    expect(tab.show).not.toHaveBeenCalled()
    expect(consent.stage()).toMatchObject({ at: 'confirming', asking: false, error: { name: 'AddressInvalid' } })
  })

  it('leaves no tab behind when the dialog is gone meanwhile', async () => {
    const { consent, tab } = open()
    const asked = consent.ask()
    consent.leave()
    await asked
    expect(tab.show).not.toHaveBeenCalled()
    expect(tab.close).toHaveBeenCalledOnce()
  })
})

describe('completing', () => {
  async function waiting(said: Said) {
    const opened = open(said)
    await opened.consent.ask()
    return opened
  }

  it('signs when the person has confirmed, whether they press or only come back', async () => {
    for (const isAsked of [true, false]) {
      const { consent, task } = await waiting({})
      await consent.complete(isAsked)
      expect(task.complete.mock.calls).toEqual([['r1']])
      expect(task.onDone).toHaveBeenCalledOnce()
      expect(consent.stage()).toEqual({ at: 'ended' })
      await consent.complete(true)
      expect(task.complete).toHaveBeenCalledOnce()
    }
  })

  it('says that nobody has confirmed yet to who has pressed, and nothing to who has only come back', async () => {
    const { consent } = await waiting({ complete: [PENDING, PENDING, new NetworkError('no answer')] })
    await consent.complete(false)
    expect(consent.stage()).toMatchObject({ at: 'waiting', checking: false, error: null })
    await consent.complete(true)
    expect(consent.stage()).toMatchObject({ at: 'waiting', checking: false, error: PENDING })
    await consent.complete(false)
    expect(consent.stage()).toMatchObject({ error: PENDING })
  })

  it('asks once at a time; a press meanwhile has the answer said', async () => {
    const { consent, task } = await waiting({ complete: [PENDING] })
    const looking = consent.complete(false)
    void consent.complete(true)
    expect(consent.stage()).toMatchObject({ checking: true })
    await looking
    expect(task.complete).toHaveBeenCalledOnce()
    expect(consent.stage()).toMatchObject({ checking: false, error: PENDING })
  })

  it.each(['CONSENT_REFUSED', 'CONSENT_TIMED_OUT', 'CONSENT_MISMATCH', 'DOCUMENT_MOVED_ON', 'TRANSACTION_EXPIRED'])(
    'says that the request is over, and asks anew when it is asked to: %s',
    async (code) => {
      const error = problem(409, code)
      const { consent, task } = await waiting({ complete: [error] })
      await consent.complete(false)
      expect(consent.stage()).toEqual({ at: 'over', asking: false, error })
      expect(task.onFailed).not.toHaveBeenCalled()
      await consent.ask()
      expect(consent.stage()).toMatchObject({ at: 'waiting', error: null })
    },
  )

  it('shows any other error with the way to try again, unless it is said elsewhere', async () => {
    const error = problem(502, 'PROVIDER_UNREACHABLE')
    const { consent } = await waiting({ complete: [error, problem(401, 'TOKEN_EXPIRED'), undefined] })
    await consent.complete(true)
    expect(consent.stage()).toMatchObject({ at: 'waiting', checking: false, error })
    await consent.complete(true)
    expect(consent.stage()).toMatchObject({ at: 'waiting', error: null })
    await consent.complete(true)
    expect(consent.stage()).toEqual({ at: 'ended' })
    const ended = await waiting({ complete: [problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE')], endsHere: true })
    await ended.consent.complete(true)
    expect(ended.task.onFailed).toHaveBeenCalledOnce()
    expect(ended.consent.stage()).toEqual({ at: 'ended' })
  })
})

describe('looking for the answer by itself', () => {
  it('signs without a press, and without anybody coming back, as soon as the person has confirmed', async () => {
    const { consent, task, pass } = open({ complete: [PENDING, new NetworkError('no answer'), undefined] })
    await consent.ask()
    expect(task.complete).not.toHaveBeenCalled()
    for (const done of [0, 0, 1, 1]) {
      await pass()
      expect(task.onDone).toHaveBeenCalledTimes(done)
    }
    expect(task.complete).toHaveBeenCalledTimes(3)
    expect(consent.stage()).toEqual({ at: 'ended' })
  })

  it('says at once what the person, the provider or the document has settled, and nothing that may pass', async () => {
    const after = async (error: Error, endsHere = false) => {
      const { consent, task, pass } = open({ complete: [error], endsHere })
      await consent.ask()
      await pass()
      return { stage: consent.stage(), told: task.onFailed.mock.calls.length }
    }
    expect((await after(problem(409, 'CONSENT_REFUSED'))).stage).toMatchObject({ at: 'over' })
    expect((await after(problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE'), true)).stage).toEqual({ at: 'ended' })
    for (const error of [PENDING, problem(503, 'PROVIDER_UNREACHABLE'), problem(429, 'RATE_LIMITED')]) {
      expect(await after(error)).toMatchObject({ stage: { at: 'waiting', error: null }, told: 0 })
    }
  })

  it('stops with the dialog and with the session', async () => {
    const left = open({ complete: [PENDING] })
    await left.consent.ask()
    left.consent.leave()
    await left.pass()
    expect(left.task.complete).not.toHaveBeenCalled()
    const expired = open({ complete: [problem(401, 'TOKEN_EXPIRED')] })
    await expired.consent.ask()
    await expired.pass()
    await expired.pass()
    expect(expired.task.complete).toHaveBeenCalledOnce()
  })

  it('stops after ten minutes: a tab may be left open over night', async () => {
    const { consent, task, pass } = open({ complete: [PENDING] })
    await consent.ask()
    for (let pause = 0; pause < 130; pause += 1) await pass()
    const looked = task.wait.mock.calls.map(([ms]) => ms)
    expect(looked.reduce((sum, ms) => sum + ms, 0)).toBe(10 * 60_000)
    expect(task.complete).toHaveBeenCalledTimes(looked.length)
    await consent.complete(true)
    expect(consent.stage()).toMatchObject({ at: 'waiting', error: PENDING })
  })

  it('looks for the newest request alone', async () => {
    const { consent, task, pass } = open({
      ask: [ASKED, { ...ASKED, RequestID: 'r2' }],
      complete: [problem(409, 'CONSENT_REFUSED'), PENDING],
    })
    await consent.ask()
    await consent.complete(true)
    await consent.ask()
    await pass()
    await pass()
    expect(task.complete.mock.calls.flat()).toEqual(['r1', 'r2', 'r2'])
  })
})
