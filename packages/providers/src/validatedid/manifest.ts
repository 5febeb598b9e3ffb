import type { ProviderManifest } from '../provider.ts'

/** Keys that ValidatedID keeps and signs with over the SignCloud protocol. */
export const manifest = {
  certType: 'validatedid',
  flag: 'ValidatedID',
  label: 'ValidatedID',
  order: 60,
  actions: [],
  showsSubject: true,
  link: {
    fields: [
      { name: 'Username', kind: 'text' },
      { name: 'Password', kind: 'secret' },
    ],
    hasStatus: true,
  },
  signing: {
    PIN: { inputs: ['pin'] },
    OTP: { inputs: ['code', 'pin'], sendsCode: true },
  },
  maxBatch: Number.POSITIVE_INFINITY,
} as const satisfies ProviderManifest
