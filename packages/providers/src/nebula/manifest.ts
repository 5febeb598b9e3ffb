import type { ProviderManifest } from '../provider.ts'

/** Keys that nebula keeps, behind a second factor at each log-in. */
export const manifest = {
  certType: 'Nebula',
  flag: 'Nebula',
  label: 'Nebula',
  order: 80,
  actions: [],
  showsSubject: true,
  link: {
    fields: [
      { name: 'Client', kind: 'text' },
      { name: 'Username', kind: 'text' },
      { name: 'Password', kind: 'secret' },
    ],
    secondFactor: true,
    hasStatus: false,
  },
  signing: { PIN: { inputs: ['pin'], secondFactor: true } },
  maxBatch: Number.POSITIVE_INFINITY,
} as const satisfies ProviderManifest
