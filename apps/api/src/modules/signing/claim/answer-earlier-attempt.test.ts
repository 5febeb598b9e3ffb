import { PortalError } from '@rubrica/domain'
import { expect, test } from 'vitest'
import { findUnlessAnswered } from './answer-earlier-attempt.ts'
import type { EarlierAttempt } from '../ports.ts'

const ATTEMPT = { signerId: 'signer', attemptKey: 'attempt' }
const gone = new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'It was signed meanwhile')

const whileOther = (attempt: EarlierAttempt | undefined) => ({
  signing: { findAttempt: () => Promise.resolve(attempt) },
  now: () => new Date(),
})

test('what is gone because the same attempt has signed it is no refusal', async () => {
  const found = findUnlessAnswered(whileOther({ state: 'signed' }), ATTEMPT, () => Promise.reject(gone))
  expect(await found).toBeUndefined()
})

test('what is gone because the same attempt has failed is told as that failure', async () => {
  const found = findUnlessAnswered(whileOther({ state: 'failed', code: 'WRONG_PIN' }), ATTEMPT, () =>
    Promise.reject(gone),
  )
  await expect(found).rejects.toMatchObject({ code: 'WRONG_PIN' })
})

test('what somebody else has taken is refused, and what is there is found', async () => {
  const alone = whileOther(undefined)
  await expect(findUnlessAnswered(alone, ATTEMPT, () => Promise.reject(gone))).rejects.toBe(gone)
  expect(await findUnlessAnswered(alone, ATTEMPT, () => Promise.resolve('a document'))).toBe('a document')
})
