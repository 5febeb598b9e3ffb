import { expect, test } from 'vitest'
import { downloadDocument } from './download-document.ts'
import type { SignerStanding } from './ports.ts'

test('what is handed out is the revision that the log names, also when somebody signs in between', async () => {
  const standing: SignerStanding = {
    signerId: 'signer',
    documentId: 'document',
    subscriptionId: 'subscription',
    state: 'pending',
    deadline: null,
    fileName: 'a.pdf',
    pageCount: 1,
    revision: 1,
    digest: '00',
  }
  const newest = 2
  let logged: number | undefined
  const { bytes } = await downloadDocument(
    {
      store: {
        standing: async () => standing,
        recordDownload: async ({ revision }) => void (logged = revision),
      },
      bytes: {
        load: async (_documentId, { revision = newest } = {}) => ({
          bytes: Uint8Array.of(revision),
          revision,
          digest: '',
          key: { documentId: 'any', wrappedKey: new Uint8Array() },
        }),
      },
      now: () => new Date(),
    },
    { userId: 'user', documentId: 'document' },
  )
  expect(bytes[0]).toBe(logged)
})
