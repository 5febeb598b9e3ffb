import type { Theme } from '@rubrica/domain'

/** Colours and logo of the portal for the people of a subscription. */
export interface SubscriptionTheme extends Theme {
  /** A data address (PNG or JPEG), or null for the portal's own logo. */
  readonly logo: string | null
}

export interface ThemeStore {
  /** One entry per subscription of the user. */
  ofUser(userId: string): Promise<readonly SubscriptionTheme[]>
}
