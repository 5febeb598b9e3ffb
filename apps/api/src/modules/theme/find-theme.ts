import { DEFAULT_THEME, PortalError } from '@rubrica/domain'
import type { SubscriptionTheme, ThemeStore } from './ports.ts'

const fingerprint = (theme: SubscriptionTheme) =>
  JSON.stringify([
    theme.primaryColor.toLowerCase(),
    theme.primaryTextColor.toLowerCase(),
    theme.secondaryColor.toLowerCase(),
    theme.secondaryTextColor.toLowerCase(),
    theme.logo,
  ])

/**
 * The theme of the user's subscription; the default one for a user without any.
 * @throws {PortalError} SEVERAL_APPEARANCES when subscriptions of the user look different (spec §4).
 */
export async function findTheme(store: ThemeStore, userId: string): Promise<SubscriptionTheme> {
  const themes = await store.ofUser(userId)
  if (new Set(themes.map(fingerprint)).size > 1) {
    throw new PortalError(
      'SEVERAL_APPEARANCES',
      'The user is in multiple subscriptions with different appearance configurations.',
    )
  }
  return themes[0] ?? { ...DEFAULT_THEME, logo: null }
}
