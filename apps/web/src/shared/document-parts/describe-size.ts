const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1000

/** How large a file is, in the words of a language: 9 bytes, 1.2 MB. @param bytes from 0 */
export function describeSize(bytes: number, language: string): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const unitDisplay = power === 0 ? 'long' : 'short'
  const format = { style: 'unit', unit: UNITS[power]!, unitDisplay, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, format).format(bytes / STEP ** power)
}
