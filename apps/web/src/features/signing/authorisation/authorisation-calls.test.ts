import { ApiError } from '@rubrica/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../../shared/api/api.ts'
import { authorisationCalls } from './authorisation-calls.ts'

const ANNOUNCED = { BatchId: 'b', ExpiresAt: '', Failed: [] }
const CERTIFICATE = {
  certificate: { GUID: 'c', CertType: 'firmaremota', AuthenticationType: 'PIN', PinRequired: true },
  manifest: { certType: 'firmaremota', signing: { PIN: { inputs: ['pin'] } } },
}

const NO_SUCH_CALL = new ApiError(404, { Code: 'NOT_FOUND', Message: '' })

const announce = vi.spyOn(api, 'prepareBatch')
beforeEach(() => announce.mockReset().mockResolvedValue(ANNOUNCED))

/** What the call that fixes the documents says when so much was said yes to. */
async function announced(changes: readonly string[], terms: Readonly<Record<string, string>>): Promise<unknown> {
  type Given = Parameters<typeof authorisationCalls>
  const accepted = { changes: new Set(changes), terms: new Map(Object.entries(terms)) }
  const calls = authorisationCalls(CERTIFICATE as unknown as Given[0], { signatureSession: 'remote' } as Given[1], {
    accepted,
    runs: { fix: () => Promise.reject(NO_SUCH_CALL) },
  })
  await calls.fix(['one', 'two', 'three'])
  return announce.mock.lastCall![0].body
}

test('at a server of before runs a batch is announced with what was said yes to: changes by their documents, each text of terms once', async () => {
  const batch = { CertGUID: 'c', SignerGUIDs: ['one', 'two', 'three'] }
  expect(await announced([], {})).toEqual(batch)
  expect(await announced(['two', 'elsewhere'], { one: 'a1', three: 'a1', two: 'b2', elsewhere: 'c3' })).toEqual({
    ...batch,
    AcceptChangesOf: ['two'],
    AcceptedDisclaimers: ['a1', 'b2'],
  })
})
