import type { SettingsReader } from '../registered-provider.ts'

/** Limit of each request to a provider, in milliseconds, which an operator may set. */
export const readTimeout = (settings: SettingsReader): number =>
  settings.wholeNumber('TIMEOUT_MS', { fallback: 20_000, min: 100, max: 120_000 })
