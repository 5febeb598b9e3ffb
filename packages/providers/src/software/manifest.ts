import type { ProviderManifest } from '../provider.ts'

/** Keys made by the server and certified by its authority, kept under a PIN by the server itself. */
export const manifest = {
  certType: 'software',
  flag: 'Software',
  label: 'Software',
  order: 10,
  actions: ['issue', 'delete', 'change-pin'],
  showsSubject: false,
  signing: { PIN: { inputs: ['pin'] } },
  pinMember: 'PinAuthentication',
  maxBatch: Number.POSITIVE_INFINITY,
} as const satisfies ProviderManifest
