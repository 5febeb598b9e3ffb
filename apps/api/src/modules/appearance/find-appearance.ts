import { DEFAULT_THEME, PortalError } from '@rubrica/domain'
import type { Appearance, AppearanceStore } from './ports.ts'

const fingerprint = (appearance: Appearance) =>
  JSON.stringify([
    appearance.primaryColor.toLowerCase(),
    appearance.primaryTextColor.toLowerCase(),
    appearance.secondaryColor.toLowerCase(),
    appearance.secondaryTextColor.toLowerCase(),
    appearance.logo,
  ])

/**
 * The look of the user's subscription; the default one for a user without any.
 * @throws {PortalError} SEVERAL_APPEARANCES when subscriptions of the user look different (spec §4).
 */
export async function findAppearance(store: AppearanceStore, userId: string): Promise<Appearance> {
  const appearances = await store.ofUser(userId)
  if (new Set(appearances.map(fingerprint)).size > 1) {
    throw new PortalError(
      'SEVERAL_APPEARANCES',
      'The user is in multiple subscriptions with different appearance configurations.',
    )
  }
  return appearances[0] ?? { ...DEFAULT_THEME, logo: null }
}
