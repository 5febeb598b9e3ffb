import { DEFAULT_THEME, type Theme } from '@rubrica/domain'
import { readSession, writeSession } from '../session/session-store.ts'

/** The look of a subscription in the server's spelling; Logo is an image as data URL or plain base64, or null. */
export interface Appearance {
  readonly PrimaryColor: string
  readonly PrimaryTextColor: string
  readonly SecondaryColor: string
  readonly SecondaryTextColor: string
  readonly Logo: string | null
}

export const DEFAULT_APPEARANCE: Appearance = {
  PrimaryColor: DEFAULT_THEME.primaryColor,
  PrimaryTextColor: DEFAULT_THEME.primaryTextColor,
  SecondaryColor: DEFAULT_THEME.secondaryColor,
  SecondaryTextColor: DEFAULT_THEME.secondaryTextColor,
  Logo: null,
}

function encode(appearance: Appearance): string {
  const bytes = new TextEncoder().encode(JSON.stringify(appearance))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function decode(stored: string): Appearance {
  const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0))
  return { ...DEFAULT_APPEARANCE, ...(JSON.parse(new TextDecoder().decode(bytes)) as Partial<Appearance>) }
}

/** Keeps the look for this session, base64 of its JSON. */
export function storeAppearance(appearance: Appearance): void {
  writeSession('appearance', encode(appearance))
}

/** The look kept in this session; the given one when there is none or it cannot be read. */
export function storedAppearance(otherwise: Appearance = DEFAULT_APPEARANCE): Appearance {
  const stored = readSession('appearance')
  if (stored === null) return otherwise
  try {
    return decode(stored)
  } catch {
    return otherwise
  }
}

export function themeOf(appearance: Appearance): Theme {
  return {
    primaryColor: appearance.PrimaryColor,
    primaryTextColor: appearance.PrimaryTextColor,
    secondaryColor: appearance.SecondaryColor,
    secondaryTextColor: appearance.SecondaryTextColor,
  }
}

const SAFE_LOGO = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/=]+$/i

/** The address of a logo for an `<img>`, or null when it is absent or not an image we show. */
export function logoSource(logo: string | null): string | null {
  if (!logo) return null
  const source = logo.startsWith('data:') ? logo : `data:image/png;base64,${logo}`
  return SAFE_LOGO.test(source) ? source : null
}
