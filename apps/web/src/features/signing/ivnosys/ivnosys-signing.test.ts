import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, test, vi } from 'vitest'
import type { IvnosysCalls } from './ivnosys-calls.ts'
import { IvnosysSigning, type Departure, type IvnosysTask } from './ivnosys-signing.ts'

const T = 'transaction-1'
const PAGE = 'https://ivsign.example/mfa'
const refusal = (status: number, Code: string) => new ApiError(status, { Code })
const later = () => Promise.resolve()

interface Scripted {
  readonly init?: (() => ReturnType<IvnosysCalls['init']>)[]
  readonly complete?: (() => ReturnType<IvnosysCalls['complete']>)[]
  readonly logIn?: () => ReturnType<IvnosysCalls['logIn']>
}

/** A server that gives these answers one after another. */
function callsThat({ init = [], complete = [], logIn }: Scripted) {
  const next = <T>(answers: (() => Promise<T>)[]) => answers.shift()?.() ?? Promise.reject(new Error('not expected'))
  return {
    init: vi.fn<IvnosysCalls['init']>(() => next(init)),
    complete: vi.fn<IvnosysCalls['complete']>(() => next(complete)),
    logIn: vi.fn<IvnosysCalls['logIn']>(logIn ?? (() => Promise.reject(new Error('not expected')))),
  }
}

const begun = (AuthType: 'PIN' | 'NONE' | 'REDIRECT' | 'MOBILE', RedirectUrl?: string) => () =>
  Promise.resolve({ TransactionId: T, AuthType, RedirectUrl })
const waitingFor = (AuthType: 'PIN' | 'MOBILE') => () => Promise.resolve({ AuthType })
const signed = () => Promise.resolve(null)
const failing = (error: Error) => () => Promise.reject(error)

function start(script: Scripted, task: Partial<IvnosysTask> = {}) {
  const calls = callsThat(script)
  const departures: Departure[] = []
  const failures: unknown[] = []
  const onSigned = vi.fn()
  const depart = (departure: Departure) => Promise.resolve(void departures.push(departure))
  const signing = new IvnosysSigning({ calls, wait: later, depart, ...task })
  const seen: string[] = []
  signing.subscribe(() => seen.push(signing.stage().at))
  signing.enter(() => ({ onSigned, onFailed: (error) => failures.push(error) }))
  return { signing, calls, departures, failures, onSigned, seen }
}

const settled = (signing: IvnosysSigning, at: string) => vi.waitFor(() => expect(signing.stage().at).toBe(at))

describe('a signature with Ivnosys', () => {
  test('asks for the PIN of a software certificate and completes with it', async () => {
    const { signing, calls, onSigned } = start({ init: [begun('PIN')], complete: [signed] })
    await settled(signing, 'asking')
    await signing.enterPin('1234')
    const key = calls.complete.mock.calls[0]![0].key
    expect(calls.complete.mock.calls).toEqual([[{ transactionId: T, key, pin: '1234' }]])
    // Two calls of one signature are two attempts.
    expect(calls.init.mock.calls).toEqual([[expect.not.stringMatching(key), null]])
    expect(onSigned).toHaveBeenCalledOnce()
    expect(signing.stage()).toEqual({ at: 'working', done: true })
  })

  test('goes straight on when nothing is asked for', async () => {
    const { signing, onSigned, calls } = start({ init: [begun('NONE')], complete: [signed] })
    await vi.waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(calls.complete.mock.calls[0]![0].pin).toBeUndefined()
    expect(signing.stage()).toEqual({ at: 'working', done: true })
  })

  test('without a PIN nothing is sent before the person says so, and pressing twice sends it once', async () => {
    const { signing, calls } = start({ init: [begun('NONE')], complete: [signed] }, { confirms: true })
    expect(signing.stage()).toEqual({ at: 'confirming' })
    expect(calls.init).not.toHaveBeenCalled()
    await Promise.all([signing.confirm(), signing.confirm()])
    expect(calls.init).toHaveBeenCalledOnce()
  })

  test('waits for the phone until the person has authorised it there', async () => {
    const complete = [waitingFor('MOBILE'), waitingFor('MOBILE'), signed]
    const waits: number[] = []
    const wait = (ms: number) => Promise.resolve(void waits.push(ms))
    const { calls, onSigned, seen } = start({ init: [begun('MOBILE')], complete }, { wait })
    await vi.waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(waits).toEqual([2000, 2000])
    expect(seen).toContain('phone')
    expect(new Set(calls.complete.mock.calls.map(([{ key }]) => key)).size).toBe(1)
  })

  test('asks no more about the phone once the dialog is gone', async () => {
    const endless = () => new Promise<void>(() => undefined)
    const complete = [waitingFor('MOBILE')]
    const { signing, calls, onSigned, failures } = start({ init: [begun('MOBILE')], complete }, { wait: endless })
    await settled(signing, 'phone')
    signing.leave()
    await later()
    expect(calls.complete).toHaveBeenCalledOnce()
    expect([failures, onSigned.mock.calls]).toEqual([[], []])
  })

  test.each([
    ['a signature', signed, [[], 1]],
    ['a refusal', failing(refusal(422, 'SIGNING_CANCELLED')), [[expect.any(ApiError)], 0]],
  ])('%s that is under way when the dialog goes is reported all the same', async (_what, ending, expected) => {
    let answer = (): void => undefined
    const inFlight = () => new Promise<void>((done) => (answer = done)).then(ending)
    const { signing, calls, onSigned, failures } = start({ init: [begun('NONE')], complete: [inFlight] })
    await vi.waitFor(() => expect(calls.complete).toHaveBeenCalledOnce())
    signing.leave()
    answer()
    await vi.waitFor(() => expect([failures, onSigned.mock.calls.length]).toEqual(expected))
  })

  test('leaves for the page of the provider, which only the transaction leads back from', async () => {
    const { signing, departures } = start({ init: [begun('REDIRECT', PAGE)] })
    await settled(signing, 'leaving')
    expect(departures).toEqual([
      { kind: 'sign', transactionId: T, address: PAGE, secret: T, attemptKey: expect.any(String) as string },
    ])
  })

  test('logs in first when the account is no longer authorised, and leaves for that', async () => {
    const { signing, departures, failures } = start({
      init: [failing(refusal(403, 'PROVIDER_NOT_AUTHORISED'))],
      logIn: () => Promise.resolve({ RedirectUrl: PAGE, Token: 'token-1' }),
    })
    await settled(signing, 'leaving')
    expect(departures).toMatchObject([{ kind: 'login', transactionId: null, address: PAGE, secret: 'token-1' }])
    expect(failures).toEqual([])
  })

  test('goes nowhere once the dialog is gone', async () => {
    const { signing, departures, calls } = start({ init: [begun('REDIRECT', PAGE)] })
    signing.leave()
    await vi.waitFor(() => expect(calls.init).toHaveBeenCalledOnce())
    await later()
    expect(departures).toEqual([])
  })

  test('goes nowhere when the dialog is closed while the way is being prepared', async () => {
    const wanted: boolean[] = []
    const { signing } = start(
      { init: [begun('REDIRECT', PAGE)] },
      { depart: (_to, isWanted) => Promise.resolve(signing.leave()).then(() => void wanted.push(isWanted())) },
    )
    await vi.waitFor(() => expect(wanted).toEqual([false]))
  })

  test('is sent again under its key when the answer was lost, and fails when none comes at all', async () => {
    const gone = failing(new NetworkError('gone'))
    const { signing, calls, failures } = start({ init: [begun('PIN')], complete: [gone, gone, gone, gone] })
    await settled(signing, 'asking')
    await signing.enterPin('1234')
    expect(new Set(calls.complete.mock.calls.map(([{ key }]) => key)).size).toBe(1)
    expect(calls.complete).toHaveBeenCalledTimes(4)
    expect(failures).toEqual([expect.any(NetworkError)])
  })

  test('tells every refusal once', async () => {
    const wrong = refusal(422, 'WRONG_PIN')
    const { signing, failures } = start({ init: [begun('PIN')], complete: [failing(wrong)] })
    await settled(signing, 'asking')
    await signing.enterPin('0000')
    expect(failures).toEqual([wrong])
  })
})

describe('back from the provider', () => {
  const back = { kind: 'sign', transactionId: T, attemptKey: 'key-of-before', token: null } as const

  test('a signature goes straight to its completion, under the key of before', async () => {
    const { calls, onSigned } = start({ complete: [signed] }, { back })
    await vi.waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(calls.complete.mock.calls).toEqual([[{ transactionId: T, key: 'key-of-before', pin: undefined }]])
    expect(calls.init).not.toHaveBeenCalled()
  })

  test('a software certificate is asked for its PIN', async () => {
    const { signing, calls, onSigned } = start({ complete: [waitingFor('PIN'), signed] }, { back })
    await settled(signing, 'asking')
    await signing.enterPin('1234')
    expect(calls.complete.mock.lastCall?.[0]).toMatchObject({ transactionId: T, pin: '1234' })
    expect(onSigned).toHaveBeenCalledOnce()
  })

  test('a log-in has the signature begun with its token, and asks for no other log-in', async () => {
    const error = refusal(403, 'PROVIDER_NOT_AUTHORISED')
    const login = { ...back, kind: 'login', token: 'token-1' } as const
    const { calls, failures } = start({ init: [failing(error)] }, { back: login })
    await vi.waitFor(() => expect(failures).toEqual([error]))
    expect(calls.init.mock.calls[0]![1]).toEqual({ token: 'token-1', transactionId: T })
  })

  test('a log-in may be followed by the page of the signature', async () => {
    const login = { ...back, kind: 'login', token: 'token-1' } as const
    const { signing, departures } = start({ init: [begun('REDIRECT', PAGE)] }, { back: login })
    await settled(signing, 'leaving')
    expect(departures).toMatchObject([{ kind: 'sign', attemptKey: 'key-of-before' }])
  })
})
