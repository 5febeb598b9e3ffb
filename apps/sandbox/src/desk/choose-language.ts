export const LANGUAGES = ['es', 'ca', 'en', 'de', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language asked for in the address, else the first known one of the browser's list, else English. */
export function chooseLanguage(wish: unknown, acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [tag = '', quality = 'q=1'] = item.trim().split(/\s*;\s*/)
      return { tag, quality: Number(quality.replace('q=', '')) || 0 }
    })
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
  for (const tag of [typeof wish === 'string' ? wish : '', ...ranked]) {
    const known = LANGUAGES.find((language) => language === tag.slice(0, 2).toLowerCase())
    if (known !== undefined) return known
  }
  return 'en'
}
