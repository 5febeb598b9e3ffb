import type { ProviderManifest } from '../provider.ts'

/** Keys uploaded by their owner and kept under a PIN by the server itself. */
export const manifest = {
  certType: 'keyvault',
  flag: 'KeyVault',
  label: 'KeyVault',
  order: 20,
  actions: ['upload', 'delete', 'change-pin'],
  showsSubject: false,
  signing: {
    PIN: { inputs: ['pin'] },
    SMS: { inputs: ['code', 'pin'], sendsCode: true, signatureSession: 'certificate' },
  },
  maxBatch: Number.POSITIVE_INFINITY,
} as const satisfies ProviderManifest
