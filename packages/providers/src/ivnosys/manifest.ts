import type { ProviderManifest } from '../provider.ts'

/** Keys that IvSign keeps. Its own pages and the person's phone ask for what the server cannot ask for. */
export const manifest = {
  certType: 'Ivnosys',
  flag: 'Ivnosys',
  label: 'Ivnosys',
  order: 90,
  actions: [],
  showsSubject: true,
  link: {
    fields: [
      { name: 'Username', kind: 'text' },
      { name: 'Password', kind: 'secret' },
      { name: 'Organization', kind: 'text' },
    ],
    hasStatus: true,
  },
  way: 'errand',
  // PIN: a software certificate. OTP: IvSign's page asks. APP: the phone does.
  signing: { PIN: { inputs: ['pin'] }, OTP: { inputs: [] }, APP: { inputs: [] } },
  // A page and a phone confirm one document, as their certificates say themselves.
  maxBatch: Number.POSITIVE_INFINITY,
} as const satisfies ProviderManifest
