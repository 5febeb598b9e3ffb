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
  const tab = { show: vi.fn(() => !isBlocked), close: vi.fn() }
  const task = {
    ask: saying(...ask),
    complete: saying<undefined>(...complete),
    openTab: vi.fn(() => tab),
    onDone: vi.fn(),
    onFailed: vi.fn(() => endsHere),
  }
  return { consent: new Consent(task), task, tab }
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
