import type { SubscriptionTheme } from '../../modules/theme/ports.ts'
import type { SubscriptionTable } from './schema.ts'

/** The columns of `subscriptions` that a theme is made of. */
export const THEME_COLUMNS = [
  'subscriptions.primary_color',
  'subscriptions.primary_text_color',
  'subscriptions.secondary_color',
  'subscriptions.secondary_text_color',
  'subscriptions.logo',
] as const

export type ThemeRow = Pick<
  SubscriptionTable,
  'primary_color' | 'primary_text_color' | 'secondary_color' | 'secondary_text_color' | 'logo'
>

export const toTheme = (row: ThemeRow): SubscriptionTheme => ({
  primaryColor: row.primary_color,
  primaryTextColor: row.primary_text_color,
  secondaryColor: row.secondary_color,
  secondaryTextColor: row.secondary_text_color,
  logo: row.logo,
})
