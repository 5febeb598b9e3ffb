import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, it, vi } from 'vitest'
import { isUnanswered, sendAttempt, signUnderKeptKey } from './sign-attempt.ts'

const wait = () => vi.fn(async () => undefined)
const answer = (status: number, Code: string) => new ApiError(status, { Code })
const lost = () => new NetworkError('gone')

function sendThat(...outcomes: (Error | 'signed')[]) {
  return vi.fn<(key: string) => Promise<void>>(async () => {
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
  })
}

describe('an attempt to sign', () => {
  it('is sent once when the server answers', async () => {
    const send = sendThat('signed')
    await sendAttempt('key-1', send, wait())
    expect(send.mock.calls).toEqual([['key-1']])
  })

  it('is sent again under the same key when the answer was lost', async () => {
    const send = sendThat(lost(), answer(502, 'UNKNOWN'), 'signed')
    await sendAttempt('key-1', send, wait())
    expect(send.mock.calls).toEqual([['key-1'], ['key-1'], ['key-1']])
  })

  it('waits for an attempt whose answer was lost while the server is still at work on it', async () => {
    const send = sendThat(lost(), answer(503, 'TEMPORARILY_UNAVAILABLE'), 'signed')
    await expect(sendAttempt('key-1', send, wait())).resolves.toBeUndefined()
  })

  it.each([
    answer(422, 'WRONG_PIN'),
    answer(409, 'DOCUMENT_NO_LONGER_AVAILABLE'),
    answer(503, 'TEMPORARILY_UNAVAILABLE'),
  ])('is not sent again after an answer, so that no PIN is tried twice ($code)', async (error) => {
    const send = sendThat(error)
    await expect(sendAttempt('key-1', send, wait())).rejects.toBe(error)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it.each(['PROVIDER_UNREACHABLE', 'PROVIDER_FAILED', 'PROVIDER_ANSWER_LOST', 'PROVIDER_SIGNATURE_REFUSED'])(
    'is answered when the server says itself that a provider is in trouble (%s)',
    async (code) => {
      for (const status of [502, 504]) {
        const trouble = answer(status, code)
        const send = sendThat(trouble)
        await expect(sendAttempt('key-1', send, wait())).rejects.toBe(trouble)
        expect(send).toHaveBeenCalledTimes(1)
        expect(isUnanswered(trouble)).toBe(false)
      }
    },
  )

  it('takes the error that the first try got as its answer', async () => {
    const wrong = answer(422, 'WRONG_PIN')
    await expect(sendAttempt('key-1', sendThat(lost(), wrong), wait())).rejects.toBe(wrong)
  })

  it('gives up after four tries, unanswered, so that the person can send the same attempt again', async () => {
    const pauses = wait()
    const send = sendThat(lost(), lost(), lost(), lost(), lost())
    const error: unknown = await sendAttempt('key-1', send, pauses).catch((thrown: unknown) => thrown)
    expect(isUnanswered(error)).toBe(true)
    expect(send).toHaveBeenCalledTimes(4)
    expect(pauses).toHaveBeenCalledTimes(3)
  })
})

/** Keys as a page keeps them, and a server that answers as it is told. */
function keptAttempt(kept: string | undefined, ...outcomes: (Error | 'signed')[]) {
  let stored = kept
  const send = sendThat(...outcomes)
  const keys = {
    find: () => stored,
    keep: (_signerGuid: string, key: string) => void (stored = key),
    forget: () => void (stored = undefined),
  }
  return { send, stored: () => stored, attempt: { signerGuid: 's', saidAnew: true, send, wait: wait(), keys } }
}
const keysSent = (send: ReturnType<typeof sendThat>) => send.mock.calls.map(([key]) => key)
const earlier = (status: number, Code: string) => new ApiError(status, { Code, Details: { EarlierAttempt: true } })

describe('the key of an attempt', () => {
  it('is kept while no answer has come, so that a reload of the page asks for the same attempt', async () => {
    const lostForGood = keptAttempt(undefined, lost(), lost(), lost(), lost())
    await expect(signUnderKeptKey(lostForGood.attempt)).rejects.toBeInstanceOf(NetworkError)
    const key = lostForGood.stored()
    expect(new Set(keysSent(lostForGood.send))).toEqual(new Set([key]))

    const afterReload = keptAttempt(key, 'signed')
    await signUnderKeptKey(afterReload.attempt)
    expect(keysSent(afterReload.send)).toEqual([key])
    expect(afterReload.stored()).toBeUndefined()
  })

  it.each([answer(422, 'WRONG_PIN'), answer(409, 'DOCUMENT_NO_LONGER_AVAILABLE')])(
    'goes with an answer of the server, and a PIN is sent once ($code)',
    async (error) => {
      const { attempt, send, stored } = keptAttempt('key-of-before', error)
      await expect(signUnderKeptKey(attempt)).rejects.toBe(error)
      expect(keysSent(send)).toEqual(['key-of-before'])
      expect(stored()).toBeUndefined()
    },
  )

  it('is followed by a new one when the attempt of before the reload had failed: what is said now was not looked at', async () => {
    const { attempt, send } = keptAttempt('key-of-before', earlier(422, 'WRONG_PIN'), 'signed')
    await signUnderKeptKey(attempt)
    expect(keysSent(send)).toHaveLength(2)
    expect(new Set(keysSent(send)).size).toBe(2)
  })

  it('is not followed by a new one when the very same attempt goes on: its PIN was looked at', async () => {
    const refused = earlier(422, 'WRONG_PIN')
    const { attempt, send } = keptAttempt('key-of-before', refused)
    await expect(signUnderKeptKey({ ...attempt, saidAnew: false })).rejects.toBe(refused)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it.each([earlier(423, 'DOCUMENT_BUSY'), earlier(503, 'TEMPORARILY_UNAVAILABLE')])(
    'goes with the failure of the lost attempt, which asking for it again does not change ($code)',
    async (failed) => {
      const { attempt, send, stored } = keptAttempt(undefined, lost(), failed, 'signed')
      await expect(signUnderKeptKey(attempt)).rejects.toBe(failed)
      expect(send).toHaveBeenCalledTimes(2)
      expect(stored()).toBeUndefined()
    },
  )

  it('is not followed by a new one when the lost answer of this attempt is the refusal', async () => {
    const refused = earlier(422, 'WRONG_PIN')
    const { attempt, send } = keptAttempt(undefined, lost(), refused)
    await expect(signUnderKeptKey(attempt)).rejects.toBe(refused)
    expect(new Set(keysSent(send)).size).toBe(1)
  })
})
