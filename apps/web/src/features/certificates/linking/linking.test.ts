import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, test, vi } from 'vitest'
import {
  answerChallenge,
  chooseAuthenticator,
  isRunOut,
  sendCredentials,
  stepBefore,
  type LinkCalls,
} from './linking.ts'

const SMS = { Id: 'SMS', Name: 'Text message' }
const CARD = { Id: 'LIST', Name: 'Card' }
const refusal = (code: string, message = code) => new ApiError(400, { Code: code, Message: message })

const calls = (changes: Partial<LinkCalls> = {}): LinkCalls => ({
  authorise: () => Promise.resolve(null),
  choose: () => Promise.resolve(null),
  answer: () => Promise.resolve(null),
  ...changes,
})

describe('an authorisation in steps', () => {
  test('is over after the credentials when nothing more is asked', async () => {
    expect(await sendCredentials(calls(), {})).toEqual({ at: 'linked' })
  })

  test('leads to the page of a provider that asks there, and to nothing else', async () => {
    const answering = (RedirectUrl: string) => calls({ authorise: () => Promise.resolve({ RedirectUrl }) })
    const page = 'https://ivsign.example/mfa/1'
    expect(await sendCredentials(answering(page), {})).toEqual({ at: 'leaving', page: new URL(page) })
    await expect(sendCredentials(answering('javascript:alert(1)'), {})).rejects.toThrow('no page')
  })

  test('skips the choice of an authenticator when there is only one', async () => {
    const choose = vi.fn(() => Promise.resolve(null))
    const step = await sendCredentials(
      calls({ authorise: () => Promise.resolve({ Authenticators: [SMS] }), choose }),
      {},
    )
    expect(choose).toHaveBeenCalledExactlyOnceWith('SMS')
    expect(step).toMatchObject({ at: 'challenge', chosen: SMS, hint: '' })
    expect(stepBefore(step)).toEqual({ at: 'credentials' })
  })

  test('lets the person choose among several, and come back to the choice', async () => {
    const authorise = () => Promise.resolve({ Authenticators: [SMS, CARD] })
    const first = await sendCredentials(calls({ authorise }), {})
    expect(first).toEqual({ at: 'authenticators', authenticators: [SMS, CARD], chosen: null })
    expect(stepBefore(first)).toEqual({ at: 'credentials' })
    const choose = () => Promise.resolve({ Hint: '7' })
    const second = await chooseAuthenticator(calls({ choose }), [SMS, CARD], 'LIST')
    expect(second).toMatchObject({ at: 'challenge', chosen: CARD, hint: '7' })
    expect(stepBefore(second)).toEqual({ at: 'authenticators', authenticators: [SMS, CARD], chosen: 'LIST' })
  })

  test('takes a refused answer for the end of the session unless it comes from the provider', async () => {
    const expired = vi.fn()
    const answering = (error: Error) =>
      answerChallenge(calls({ answer: () => Promise.reject(error) }), '000000', expired)
    await expect(answering(refusal('WRONG_CODE', 'wrong (integrationUnauthorized)'))).rejects.toThrow('wrong')
    await expect(answering(new NetworkError('gone'))).rejects.toThrow('gone')
    expect(expired).not.toHaveBeenCalled()
    await expect(answering(refusal('WRONG_CODE'))).rejects.toThrow()
    expect(expired).toHaveBeenCalledOnce()
    expect(await answerChallenge(calls(), '123456', expired)).toEqual({ at: 'linked' })
  })

  test('begins anew when the log-in has run out, not when only a code has', () => {
    expect(isRunOut('choose', refusal('CODE_EXPIRED'))).toBe(true)
    expect(isRunOut('answer', refusal('CODE_EXPIRED'))).toBe(false)
    expect(isRunOut('answer', refusal('PROVIDER_NOT_AUTHORISED'))).toBe(true)
    expect(isRunOut('choose', new NetworkError('gone'))).toBe(false)
  })
})
