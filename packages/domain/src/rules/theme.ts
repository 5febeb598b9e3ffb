/**
 * From a tenant's four colours to colours that can be read.
 *
 * The default green (#00bf71) carries white text at 2.4:1 only. The exact colour is kept for stripes, logo and strokes;
 * whatever carries text takes the nearest shade that reaches WCAG 2.2 AA (1.4.3: 4.5:1 for text, 1.4.11: 3:1 for
 * strokes).
 */
export interface Theme {
  primaryColor: string
  primaryTextColor: string
  secondaryColor: string
  secondaryTextColor: string
}

export const DEFAULT_THEME: Theme = {
  primaryColor: '#00bf71',
  primaryTextColor: '#FFFFFF',
  secondaryColor: '#00bf71',
  secondaryTextColor: '#FFFFFF',
}

/** Spec §1: the hover colour is the secondary colour darkened by 40 (per channel). */
export const HOVER_DARKENING = 40

const TEXT_RATIO = 4.5
const STROKE_RATIO = 3
/** Beyond this change of a channel the tenant's own colour is kept and its text colour gives way. */
const LARGEST_SHIFT = 0.36
const DARK_INK = '#10201a'
const SURFACES = { light: '#ffffff', dark: '#171d1a' } as const
const TINTS = { light: 0.09, dark: 0.13 } as const

type Channels = readonly [number, number, number]

function channelsOf(color: string): Channels {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1] ?? '000000'
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const value = Number.parseInt(full, 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function colorOf(channels: Channels): string {
  const digits = channels.map((channel) =>
    Math.min(255, Math.max(0, Math.round(channel)))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

function blend(from: Channels, to: Channels, share: number): Channels {
  return [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * share) as unknown as Channels
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** WCAG contrast ratio of two colours, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** The colour with `amount` taken from each of its channels (0 to 255). */
export function darken(color: string, amount: number): string {
  const [red, green, blue] = channelsOf(color)
  return colorOf([red - amount, green - amount, blue - amount])
}

const isLight = (color: string) => luminance(color) > 0.18

/** The shade of `color` nearest to it that reaches `ratio` against `background`. */
export function readableShade(color: string, background: string, ratio: number): string {
  const target = channelsOf(isLight(background) ? '#000000' : '#ffffff')
  for (let step = 0; step <= 50; step++) {
    const shade = colorOf(blend(channelsOf(color), target, step / 50))
    if (contrastRatio(shade, background) >= ratio) return shade
  }
  return colorOf(target)
}

function shift(one: string, other: string): number {
  const [a, b] = [channelsOf(one), channelsOf(other)]
  return Math.max(...a.map((channel, i) => Math.abs(channel - b[i]!))) / 255
}

function fillFor(color: string, text: string): { fill: string; on: string } {
  const fill = readableShade(color, text, TEXT_RATIO)
  if (shift(color, fill) <= LARGEST_SHIFT) return { fill, on: text }
  const on = contrastRatio(color, DARK_INK) >= TEXT_RATIO ? DARK_INK : '#ffffff'
  return { fill: readableShade(color, on, TEXT_RATIO), on }
}

function hoverFor(fill: string, on: string): string {
  const hover = darken(fill, HOVER_DARKENING)
  if (contrastRatio(hover, on) >= TEXT_RATIO) return hover
  return colorOf(blend(channelsOf(fill), channelsOf(isLight(on) ? '#000000' : '#ffffff'), 0.25))
}

function roleVariables(role: string, colors: { color: string; text: string }, scheme: 'light' | 'dark') {
  const surface = SURFACES[scheme]
  const { fill, on } = fillFor(colors.color, colors.text)
  const soft = colorOf(blend(channelsOf(surface), channelsOf(colors.color), TINTS[scheme]))
  // A little above the limit, because ink is used on both surface and tint and both are rounded.
  const ink = readableShade(readableShade(colors.color, surface, TEXT_RATIO + 0.1), soft, TEXT_RATIO + 0.1)
  return {
    [`--${role}`]: colors.color,
    [`--${role}-fill`]: fill,
    [`--${role}-hover`]: hoverFor(fill, on),
    [`--on-${role}`]: on,
    [`--${role}-soft`]: soft,
    [`--${role}-ink`]: ink,
    [`--${role}-line`]: readableShade(colors.color, surface, STROKE_RATIO + 0.05),
  }
}

/** The CSS custom properties of a theme: `--brand…` from the primary, `--action…` from the secondary pair. */
export function themeVariables(theme: Theme, scheme: 'light' | 'dark'): Record<string, string> {
  return {
    ...roleVariables('brand', { color: theme.primaryColor, text: theme.primaryTextColor }, scheme),
    ...roleVariables('action', { color: theme.secondaryColor, text: theme.secondaryTextColor }, scheme),
  }
}
