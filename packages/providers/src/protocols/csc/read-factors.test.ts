import { describe, expect, it } from 'vitest'
import { chooseObjects, readFactors } from './read-factors.ts'

describe('an expression over authorisation objects', () => {
  it.each([
    ['PIN', ['PIN']],
    ['PIN AND OTP', ['PIN', 'OTP']],
    ['PIN and OTP and APP', ['PIN', 'OTP', 'APP']],
    ['PIN OR OTP', ['PIN']],
    ['PIN XOR OTP', ['PIN']],
    ['(PIN AND OTP) OR APP', ['PIN', 'OTP']],
    ['PIN AND (OTP OR APP)', ['PIN', 'OTP']],
    ['(PIN OR BIO) AND (OTP XOR APP)', ['PIN', 'OTP']],
    ['((PIN))', ['PIN']],
    ['PIN AND PIN', ['PIN']],
  ])('%s asks for %j', (expression, ids) => expect(chooseObjects(expression)).toEqual(ids))

  it.each(['', 'AND', 'PIN AND', 'OR PIN', '(PIN', 'PIN)', 'PIN OTP', '()', '('.repeat(5000), 'A AND '.repeat(3000)])(
    '%.20s is none',
    (expression) => expect(chooseObjects(expression)).toBeUndefined(),
  )
})

describe('what a credential of version 2 asks for', () => {
  const read = (objects: unknown, expression?: string) =>
    readFactors('csc2', { auth: { mode: 'explicit', objects, ...(expression !== undefined && { expression }) } })
  const PIN = { type: 'Password', id: 'PIN' }

  it.each([
    [[PIN], { pin: 'PIN' }],
    [[{ ...PIN, generator: 'totp' }], { code: { id: 'PIN', from: 'app' } }],
    [[PIN, { type: 'ChallengeResponse', id: 'c' }], { pin: 'PIN', code: { id: 'c', from: 'sent' } }],
    [[{ type: 'ChallengeResponseOOB', id: 'a' }], { push: 'a' }],
    [[], {}],
    [undefined, {}],
  ])('%j', (objects, factors) => expect(read(objects)).toEqual(factors))

  it.each([
    ['nothing that one can type', [{ type: 'PasswordOOB', id: 'x' }]],
    ['two PINs', [PIN, { ...PIN, id: 'PIN2' }]],
    ['no object', ['PIN']],
    ['an object without name', [{ type: 'Password' }]],
    ['no list', { PIN }],
    ['a long list', Array.from({ length: 21 }, () => PIN)],
  ])('is not ours: %s', (_name, objects) => expect(read(objects)).toBeUndefined())

  it('takes the first of several ways only', () => {
    expect(read([PIN, { type: 'PasswordOOB', id: 'x' }], 'PIN OR x')).toEqual({ pin: 'PIN' })
    expect(read([PIN], 'OTP')).toBeUndefined()
  })

  it('is not ours when it is authorised in a browser', () => {
    expect(readFactors('csc2', { auth: { mode: 'oauth2code' } })).toBeUndefined()
    expect(readFactors('csc1', { authMode: 'oauth2code' })).toBeUndefined()
  })

  it('is nothing when the service asks its user by itself', () => {
    expect(readFactors('csc1', { authMode: 'implicit' })).toEqual({ isImplicit: true })
    expect(readFactors('csc2', { auth: { mode: 'implicit' } })).toEqual({ isImplicit: true })
  })
})

describe('what a credential of version 1 asks for', () => {
  const read = (PIN: unknown, OTP: unknown) => readFactors('csc1', { authMode: 'explicit', PIN, OTP })

  it.each([
    [{ presence: 'true' }, { presence: 'false' }, { pin: 'PIN' }],
    [{ presence: 'optional' }, undefined, { pin: 'PIN' }],
    [undefined, { presence: 'true', type: 'online' }, { code: { id: 'OTP', from: 'sent' } }],
    [undefined, { presence: 'true', type: 'offline' }, { code: { id: 'OTP', from: 'app' } }],
    [5, 'x', {}],
  ])('PIN %j, OTP %j', (pin, otp, factors) => expect(read(pin, otp)).toEqual(factors))
})
