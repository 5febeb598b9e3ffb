import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, test } from 'vitest'
import { endsSession, isAnswerRefused, isLoginRefused, isOfTheCode } from './provider-errors.ts'

const refusal = (status: number, Code: string, Message = Code) => new ApiError(status, { Code, Message })

describe('an error of a provider', () => {
  test('stands for a refused log-in by its code, or by the words of section 8 in its message', () => {
    expect(isLoginRefused(refusal(400, 'PROVIDER_LOGIN_INVALID'))).toBe(true)
    expect(isLoginRefused(refusal(502, 'PROVIDER_FAILED', 'Error: Token not found'))).toBe(true)
    expect(isLoginRefused(refusal(502, 'PROVIDER_UNREACHABLE', 'Error connecting to Uanataca'))).toBe(true)
    expect(isLoginRefused(refusal(502, 'PROVIDER_UNREACHABLE', 'Error connecting to RedTrust'))).toBe(false)
    expect(isLoginRefused(new NetworkError('gone'))).toBe(false)
  })

  test('refuses an answer when it carries the mark and the provider itself is well', () => {
    expect(isAnswerRefused(refusal(400, 'WRONG_CODE', 'wrong (integrationUnauthorized)'))).toBe(true)
    expect(isAnswerRefused(refusal(502, 'PROVIDER_UNREACHABLE', 'away (integrationUnauthorized)'))).toBe(false)
    expect(isAnswerRefused(refusal(400, 'WRONG_CODE'))).toBe(false)
  })

  test('ends the session without the mark, save for too many tries, an account of somebody else and a lost connection', () => {
    expect(endsSession(refusal(400, 'WRONG_CODE'))).toBe(true)
    expect(endsSession(refusal(502, 'PROVIDER_UNREACHABLE', 'away (integrationUnauthorized)'))).toBe(false)
    expect(endsSession(refusal(429, 'RATE_LIMITED'))).toBe(false)
    expect(endsSession(refusal(422, 'CERTIFICATE_FOREIGN'))).toBe(false)
    expect(endsSession(new NetworkError('gone'))).toBe(false)
  })

  test('is about the code, or about something else', () => {
    expect(isOfTheCode(refusal(400, 'CODE_EXPIRED'))).toBe(true)
    expect(isOfTheCode(refusal(422, 'WRONG_PIN'))).toBe(false)
  })
})
