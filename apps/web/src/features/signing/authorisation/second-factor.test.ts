import { NetworkError } from '@rubrica/contract'
import { describe, expect, it, vi } from 'vitest'
import { Authenticators, FACTOR, NOBODY, open, problem } from './authorisation-scene.ts'

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

it('no way of proving who one is gets chosen by itself once the dialog is left', async () => {
  const { authorisation, calls } = open(FACTOR, { beginFactor: [{ Authenticators: Authenticators.slice(0, 1) }] })
  authorisation.enter(() => NOBODY)
  authorisation.leave()
  await vi.waitUntil(() => calls.beginFactor.mock.settledResults.length > 0)
  await new Promise(setImmediate)
  expect(calls.chooseFactor).not.toHaveBeenCalled()
})
