/** Browsers and systems by what they say of themselves; whoever names several is the first of these. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

const find = (marks: readonly (readonly [string, string])[], text: string) =>
  marks.find(([mark]) => text.includes(mark))?.[1]

/** Names a browser so that its person knows it again in a list: `Firefox, Windows`. */
export function nameBrowser(userAgent: string): string {
  const parts = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter((part) => part !== undefined)
  return parts.join(', ') || 'Browser'
}
