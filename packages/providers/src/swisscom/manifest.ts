import type { ProviderManifest } from '../provider.ts'

/** Swisscom's All-in Signing Service makes a certificate for one signature, once the person has confirmed it there. */
export const manifest = {
  certType: 'swisscom',
  flag: 'Swisscom',
  label: 'Swisscom',
  order: 70,
  actions: [],
  showsSubject: true,
  way: 'on-demand',
  signing: {},
  maxBatch: 1,
} as const satisfies ProviderManifest
