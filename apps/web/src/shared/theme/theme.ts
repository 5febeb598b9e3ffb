import { DEFAULT_THEME, type Theme } from '@rubrica/domain'
import { readSession, writeSession } from '../session/session-store.ts'

/** The look of a subscription in the server's spelling; Logo is an image as data URL or plain base64, or null. */
export interface PortalTheme {
  readonly PrimaryColor: string
  readonly PrimaryTextColor: string
  readonly SecondaryColor: string
  readonly SecondaryTextColor: string
  readonly Logo: string | null
}

export const PORTAL_THEME: PortalTheme = {
  PrimaryColor: DEFAULT_THEME.primaryColor,
  PrimaryTextColor: DEFAULT_THEME.primaryTextColor,
  SecondaryColor: DEFAULT_THEME.secondaryColor,
  SecondaryTextColor: DEFAULT_THEME.secondaryTextColor,
  Logo: null,
}

function encode(theme: PortalTheme): string {
  const bytes = new TextEncoder().encode(JSON.stringify(theme))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function decode(stored: string): PortalTheme {
  const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0))
  return { ...PORTAL_THEME, ...(JSON.parse(new TextDecoder().decode(bytes)) as Partial<PortalTheme>) }
}

/** Keeps the look for this session, base64 of its JSON. */
export function storeTheme(theme: PortalTheme): void {
  writeSession('theme', encode(theme))
}

/** The look kept in this session; the given one when there is none or it cannot be read. */
export function storedTheme(otherwise: PortalTheme = PORTAL_THEME): PortalTheme {
  const stored = readSession('theme')
  if (stored === null) return otherwise
  try {
    return decode(stored)
  } catch {
    return otherwise
  }
}

export function themeOf(theme: PortalTheme): Theme {
  return {
    primaryColor: theme.PrimaryColor,
    primaryTextColor: theme.PrimaryTextColor,
    secondaryColor: theme.SecondaryColor,
    secondaryTextColor: theme.SecondaryTextColor,
  }
}

const SAFE_LOGO = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/=]+$/i

/** The address of a logo for an `<img>`, or null when it is absent or not an image we show. */
export function logoSource(logo: string | null): string | null {
  if (!logo) return null
  const source = logo.startsWith('data:') ? logo : `data:image/png;base64,${logo}`
  return SAFE_LOGO.test(source) ? source : null
}
