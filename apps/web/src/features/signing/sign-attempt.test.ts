import { ApiError, NetworkError } from '@rubrica/contract'
import { describe, expect, it, vi } from 'vitest'
import { isUnanswered, sendAttempt } from './sign-attempt.ts'

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
