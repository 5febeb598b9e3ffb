import { expect, test } from 'vitest'
import { contrastRatio, darken, DEFAULT_THEME, HOVER_DARKENING, themeVariables, type Theme } from './theme.ts'

const SURFACES = { light: '#ffffff', dark: '#171d1a' } as const
const SCHEMES = ['light', 'dark'] as const
const DIGITS = [...'0123456789abcdef']
const COLORS = DIGITS.flatMap((red) => DIGITS.flatMap((green) => DIGITS.map((blue) => `#${red}${green}${blue}`)))

const themeOf = (color: string, text: string): Theme => ({
  primaryColor: color,
  primaryTextColor: text,
  secondaryColor: color,
  secondaryTextColor: text,
})

/** The pairs of a role that fall short of what WCAG 2.2 AA asks for, as `name: ratio`. */
function shortfalls(role: 'brand' | 'action', variables: Record<string, string>, surface: string): string[] {
  const value = (name: string) => variables[name.replace('*', role)]!
  const pairs = [
    ['--on-*', value('--*-fill'), 4.5],
    ['--on-*', value('--*-hover'), 4.5],
    ['--*-ink', surface, 4.5],
    ['--*-ink', value('--*-soft'), 4.5],
    ['--*-line', surface, 3],
  ] as const
  return pairs
    .map(([name, background, least]) => ({ name, background, least, ratio: contrastRatio(value(name), background) }))
    .filter(({ ratio, least }) => ratio < least)
    .map(({ name, background, ratio }) => `${name} on ${background}: ${ratio.toFixed(2)}`)
}

test('the default theme is #00bf71 for both roles, written on in #FFFFFF', () => {
  expect(DEFAULT_THEME).toEqual({
    primaryColor: '#00bf71',
    primaryTextColor: '#FFFFFF',
    secondaryColor: '#00bf71',
    secondaryTextColor: '#FFFFFF',
  })
})

test('the default theme is worn exactly where nothing is read, and in its nearest readable shade where something is', () => {
  for (const scheme of SCHEMES) {
    expect(themeVariables(DEFAULT_THEME, scheme)).toMatchObject({
      '--brand': '#00bf71',
      '--action': '#00bf71',
      '--brand-fill': '#00864f',
      '--action-fill': '#00864f',
      '--on-brand': '#FFFFFF',
      '--on-action': '#FFFFFF',
      '--action-hover': '#005e27',
    })
  }
})

test.each(['#FFFFFF', '#000000', '#7f7f7f'])(
  'every colour of three digits is readable with the text colour %s, in light and in dark',
  (text) => {
    expect(COLORS).toHaveLength(4096)
    for (const scheme of SCHEMES) {
      for (const color of COLORS) {
        const variables = themeVariables(themeOf(color, text), scheme)
        const found = [
          ...shortfalls('brand', variables, SURFACES[scheme]),
          ...shortfalls('action', variables, SURFACES[scheme]),
        ]
        expect(found, `${color} in ${scheme}`).toEqual([])
      }
    }
  },
)

test('the tenant’s own colours are kept for what carries no text', () => {
  const variables = themeVariables({ ...DEFAULT_THEME, secondaryColor: '#ff8800' }, 'light')
  expect(variables).toMatchObject({ '--brand': '#00bf71', '--action': '#ff8800' })
})

test('a colour that can be read with its text is used as it is, and its hover is darker by 40', () => {
  const theme = { ...DEFAULT_THEME, secondaryColor: '#00629b', secondaryTextColor: '#FFFFFF' }
  for (const scheme of SCHEMES) {
    expect(themeVariables(theme, scheme)).toMatchObject({
      '--action-fill': '#00629b',
      '--on-action': '#FFFFFF',
      '--action-hover': '#003a73',
    })
  }
})

test('darker by 40 takes 40 from each channel and stops at black', () => {
  expect(HOVER_DARKENING).toBe(40)
  expect(darken('#00bf71', HOVER_DARKENING)).toBe('#009749')
  expect(darken('#281027', HOVER_DARKENING)).toBe('#000000')
})

test('contrast is 21 for black on white, 1 for a colour on itself, the same both ways', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#00bf71', '#00bf71')).toBe(1)
  expect(contrastRatio('#fff', '#00bf71')).toBe(contrastRatio('#00bf71', '#fff'))
  // The figure of the colour pair that this file is about.
  expect(contrastRatio('#00bf71', '#ffffff')).toBeCloseTo(2.41, 1)
})
