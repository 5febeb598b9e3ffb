import type { ProviderManifest } from '../provider.ts'

/** Keys at a remote signing service that speaks the API of the Cloud Signature Consortium. */
export const manifest = {
  certType: 'firmaremota',
  flag: 'FirmaRemota',
  label: 'TrustPRO',
  order: 30,
  actions: [],
  showsSubject: true,
  link: {
    fields: [
      { name: 'Username', kind: 'text' },
      { name: 'Password', kind: 'secret' },
      { name: 'Otp', kind: 'code', optional: true },
    ],
    hasStatus: true,
    isRemoteSignature: true,
  },
  signing: {
    PIN: { inputs: ['pin'] },
    SMS: { inputs: ['code'], sendsCode: true, signatureSession: 'remote' },
    APP: { inputs: [], signatureSession: 'remote' },
  },
  maxBatch: Number.POSITIVE_INFINITY,
} as const satisfies ProviderManifest
