import type { Theme } from '@rubrica/domain'

/** How the portal looks for the people of a subscription. */
export interface Appearance extends Theme {
  /** A data address (PNG or JPEG), or null for the portal's own logo. */
  readonly logo: string | null
}

export interface AppearanceStore {
  /** One entry per subscription of the user. */
  ofUser(userId: string): Promise<readonly Appearance[]>
}
