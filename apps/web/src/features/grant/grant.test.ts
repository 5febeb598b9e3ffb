import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, it, vi } from 'vitest'
import { Grant, type GrantCalls } from './grant.ts'

const answers = { pin: '1234', code: '654321' }
const problem = (status: number, Code: string) => new ApiError(status, { Code, Message: Code })
const OPEN = { SessionId: 'session', ExpiresAt: 'later' }

/** Answers one after the other, the last one for ever; an error is thrown. */
function saying<T>(...said: (T | Error)[]) {
  return vi.fn(async (): Promise<T> => {
    const next = said.length > 1 ? said.shift()! : said[0]!
    if (next instanceof Error) throw next
    return Promise.resolve(next)
  })
}

interface Said {
  sendCode?: ({ SentTo: string } | Error)[]
  openSignatureSession?: ({ SessionId: string; ExpiresAt?: string } | Error)[]
  askForCode?: (string | Error)[]
  wait?: () => Promise<void>
}

function open(said: Said = {}, { sendsCode = false } = {}) {
  const calls = {
    sendCode: saying(...(said.sendCode ?? [{ SentTo: '…1234' }])),
    openSignatureSession: saying(...(said.openSignatureSession ?? [OPEN])),
    closeSignatureSession: vi.fn(async () => Promise.resolve(null)),
    askForCode: saying(...(said.askForCode ?? ['https://app.example/?code=c'])),
  } satisfies GrantCalls
  const told = { granted: vi.fn(), password: vi.fn() }
  const grant = new Grant({
    steps: { inputs: sendsCode ? ['code', 'pin'] : ['pin'], sendsCode },
    calls,
    wait: said.wait ?? (async () => Promise.resolve()),
    now: () => 1000,
    onGranted: told.granted,
    onPasswordRefused: told.password,
  })
  const stages: string[] = []
  grant.subscribe(() => stages.push(grant.stage().at))
  return { grant, calls, told, stages }
}

describe('a certificate with a PIN', () => {
  it('opens a session with what was typed, and leads to where the application waits for the code', async () => {
    const { grant, calls, told, stages } = open()
    grant.enter(() => null)
    expect(grant.stage()).toMatchObject({ at: 'asking', inputs: ['pin'], code: null, error: null })
    await grant.authorise(answers)
    expect(calls.openSignatureSession.mock.calls).toEqual([[answers, undefined]])
    expect(calls.askForCode.mock.calls).toEqual([['session']])
    expect(told.granted.mock.calls).toEqual([['https://app.example/?code=c']])
    expect(calls.closeSignatureSession).not.toHaveBeenCalled()
    expect(stages.at(-1)).toBe('granted')
  })

  it('is asked for again after a wrong PIN, with what went wrong', async () => {
    const wrong = problem(422, 'WRONG_PIN')
    const { grant, calls, told } = open({ openSignatureSession: [wrong, OPEN] })
    await grant.authorise(answers)
    expect(grant.stage()).toMatchObject({ at: 'asking', error: wrong })
    expect(calls.closeSignatureSession).not.toHaveBeenCalled()
    await grant.authorise(answers)
    expect(told.granted).toHaveBeenCalledOnce()
  })

  it.each([problem(423, 'PIN_LOCKED'), problem(400, 'AUTHORISATION_EXPIRED'), new NetworkError('no')])(
    'says what else went wrong, and begins anew when it is asked to: %s',
    async (error) => {
      const { grant } = open({ openSignatureSession: [error] })
      await grant.authorise(answers)
      expect(grant.stage()).toEqual({ at: 'refused', error })
      await grant.authorise(answers)
      expect(grant.stage()).toEqual({ at: 'refused', error })
      await grant.begin()
      expect(grant.stage()).toMatchObject({ at: 'asking', error: null })
    },
  )

  it('leaves no session open when the code is refused, and tells of a password that is not taken', async () => {
    const refused = problem(401, 'INVALID_CREDENTIALS')
    const { grant, calls, told } = open({ askForCode: [refused] })
    await grant.authorise(answers)
    expect(told.password.mock.calls).toEqual([[refused]])
    expect(told.granted).not.toHaveBeenCalled()
    expect(calls.closeSignatureSession).toHaveBeenCalledOnce()
  })
})

describe('a certificate with a code', () => {
  it('has one sent, once, before it is asked for', async () => {
    const { grant, calls, stages } = open({}, { sendsCode: true })
    expect(grant.stage().at).toBe('sending')
    grant.enter(() => null)
    grant.leave()
    grant.enter(() => null)
    await vi.waitFor(() => expect(grant.stage().at).toBe('asking'))
    expect(grant.stage()).toMatchObject({ inputs: ['code', 'pin'], code: { to: '…1234', at: 1000 } })
    expect(calls.sendCode).toHaveBeenCalledOnce()
    expect(stages).toEqual(['sending', 'asking'])
  })

  it('that could not be sent is said, and asked for anew', async () => {
    const error = problem(502, 'PROVIDER_UNREACHABLE')
    const { grant } = open({ sendCode: [error, { SentTo: '' }] }, { sendsCode: true })
    await grant.begin()
    expect(grant.stage()).toEqual({ at: 'refused', error })
    await grant.begin()
    expect(grant.stage().at).toBe('asking')
  })

  it('is sent again; meanwhile the one of before authorises nothing, and it stays when no other comes', async () => {
    const limited = problem(429, 'RATE_LIMITED')
    const { grant, calls } = open({ sendCode: [{ SentTo: '1' }, limited, { SentTo: '2' }] }, { sendsCode: true })
    expect(await grant.resendCode()).toBe(false)
    await grant.begin()
    const sending = grant.resendCode()
    expect(grant.stage()).toMatchObject({ at: 'asking', sending: true })
    await grant.authorise(answers)
    expect(calls.openSignatureSession).not.toHaveBeenCalled()
    expect(await sending).toBe(false)
    expect(grant.stage()).toMatchObject({ sending: false, error: limited, code: { to: '1' } })
    expect(await grant.resendCode()).toBe(true)
    expect(grant.stage()).toMatchObject({ error: null, code: { to: '2' } })
  })
})

describe('a phone', () => {
  const WAITING = { SessionId: 'session' }

  it('is waited for until the person has accepted', async () => {
    const { grant, calls, told, stages } = open({ openSignatureSession: [WAITING, WAITING, OPEN] })
    await grant.authorise(answers)
    expect(calls.openSignatureSession.mock.calls.map(([, session]: unknown[]) => session)).toEqual([
      undefined,
      'session',
      'session',
    ])
    expect(stages).toEqual(['opening', 'waiting', 'waiting', 'opening', 'granted'])
    expect(told.granted).toHaveBeenCalledOnce()
  })

  it.each(['stopWaiting', 'leave'] as const)('is no longer waited for after %s, and no session stays', async (end) => {
    const { grant, calls, told } = open({
      openSignatureSession: [WAITING],
      wait: async () => new Promise(() => undefined),
    })
    const authorised = grant.authorise(answers)
    await vi.waitFor(() => expect(grant.stage().at).toBe('waiting'))
    grant[end]()
    await authorised
    expect(grant.stage()).toMatchObject({ at: 'asking', error: null })
    expect(told.granted).not.toHaveBeenCalled()
    expect(calls.closeSignatureSession).toHaveBeenCalledOnce()
  })

  it('that refuses is said, and no session stays', async () => {
    const error = problem(400, 'SIGNING_CANCELLED')
    const { grant, calls } = open({ openSignatureSession: [WAITING, error] })
    await grant.authorise(answers)
    expect(grant.stage()).toEqual({ at: 'refused', error })
    expect(calls.closeSignatureSession).toHaveBeenCalledOnce()
  })
})
