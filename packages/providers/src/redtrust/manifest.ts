import type { ProviderManifest } from '../provider.ts'

/** Keys that a RedTrust server of an organisation keeps. */
export const manifest = {
  certType: 'redtrust',
  flag: 'RedTrust',
  label: 'RedTrust',
  order: 40,
  actions: [],
  showsSubject: true,
  link: {
    fields: [
      { name: 'Username', kind: 'text' },
      { name: 'Password', kind: 'secret' },
      { name: 'Domain', kind: 'text' },
    ],
    synchronises: true,
    hasStatus: true,
  },
  signing: { PIN: { inputs: ['pin'] } },
  maxBatch: Number.POSITIVE_INFINITY,
} as const satisfies ProviderManifest
