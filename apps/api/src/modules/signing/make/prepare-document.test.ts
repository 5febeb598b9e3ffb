import { PortalError, type ErrorCode } from '@rubrica/domain'
import { expect, test } from 'vitest'
import { askForValue, type PrepareDocument, type WhatToPrepare } from './prepare-document.ts'

const FORMER_END = new Date('2026-01-01T10:30:00Z')
const what = { signature: { signerId: 'signer' }, certificate: { id: 'certificate' } } as unknown as WhatToPrepare

/** @returns where the life of what was prepared ends, after a provider has answered with this code */
async function endAfter(code: ErrorCode): Promise<Date | 'a day later'> {
  let end: Date | 'a day later' = FORMER_END
  const preparations = {
    extend: async () => ((end = 'a day later'), FORMER_END),
    endAt: async (_signer: string, _certificate: string, at: Date) => void (end = at),
  }
  const asked = askForValue({ preparations } as unknown as PrepareDocument, what, () =>
    Promise.reject(new PortalError(code, 'the provider says so')),
  )
  await expect(asked).rejects.toMatchObject({ code })
  return end
}

test.each(['WRONG_PIN', 'WRONG_CODE', 'WRONG_CODE_OR_PIN', 'PIN_LOCKED', 'SIGNING_CANCELLED'] as const)(
  'what was prepared lives no longer after %s: there is no value of its digest',
  async (code) => {
    expect(await endAfter(code)).toBe(FORMER_END)
  },
)

test.each(['PROVIDER_ANSWER_LOST', 'PROVIDER_TIMEOUT', 'PROVIDER_SIGNATURE_REFUSED'] as const)(
  'what was prepared is kept after %s: nobody knows whether there is a value of its digest',
  async (code) => {
    expect(await endAfter(code)).toBe('a day later')
  },
)
