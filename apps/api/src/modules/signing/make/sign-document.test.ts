import { expect, test } from 'vitest'
import { signDocument, type SignDocument } from './sign-document.ts'

const CERTIFICATE = '0b5c9f6e-1d1e-4a53-9c0a-2f3c53f1c1aa'
const KEPT = { id: CERTIFICATE, type: 'keyvault', wrappedKey: new Uint8Array(1), legalId: '12345678Z' }
const HOLDER = { kind: 'person', name: 'Ana', personNumbers: ['IDCES-12345678Z'], organisationNumber: null }

/** A document whose sender asks for CERTIFICATE, and nothing behind the claim. */
function upToTheClaim(claimed: () => void): SignDocument {
  const reached = {
    signing: {
      findForSigner: async () => ({
        ...{ certificateId: CERTIFICATE, certificateType: null, readAll: false },
        ...{ disclaimer: null, furtherFieldNames: [] },
      }),
      findAttempt: async () => undefined,
      releaseExpired: async () => 0,
      claim: async () => void claimed(),
    },
    certificates: { find: async () => KEPT },
    files: { describe: () => ({ unusable: [] }), holderOf: () => HOLDER },
    unknownHolders: 'warn',
    mayUse: async () => true,
    unchanged: { require: async () => undefined },
    reach: () => undefined,
    now: () => new Date(),
    instance: 'test',
    leaseMs: 1000,
  }
  return reached as unknown as SignDocument
}

test('the certificate that the sender asks for is the same in capital letters', async () => {
  let claims = 0
  const order = {
    userId: 'user',
    signerId: 'signer',
    certificateId: CERTIFICATE.toUpperCase(),
    type: 'KeyVault',
    inputs: { pin: '1234' },
    accessMethod: 'USER_PASS' as const,
  }
  await signDocument(
    upToTheClaim(() => (claims += 1)),
    order,
  ).catch((error: { code?: string }) => expect(error.code).toBe('DOCUMENT_NO_LONGER_AVAILABLE'))
  expect(claims).toBe(1)
})
