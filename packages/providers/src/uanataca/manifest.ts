import type { ProviderManifest } from '../provider.ts'

/** Keys that Uanataca keeps and signs with over the SignCloud protocol. */
export const manifest = {
  certType: 'uanataca',
  flag: 'Uanataca',
  label: 'Uanataca',
  order: 50,
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
