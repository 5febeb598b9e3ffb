import { LANGUAGES } from '@rubrica/domain'
import { describe, expect, it, vi } from 'vitest'
import { perLanguage, writeNumber } from './per-language.ts'

describe('what depends on a language', () => {
  it('is made once for each', () => {
    const make = vi.fn((language: string) => ({ language }))
    const made = perLanguage(make)
    expect([made('ca'), made('de'), made('ca')]).toEqual([{ language: 'ca' }, { language: 'de' }, { language: 'ca' }])
    expect(make).toHaveBeenCalledTimes(2)
  })

  it.each(LANGUAGES)('writes every number in %s as the browser does', (language) => {
    const format = new Intl.NumberFormat(language)
    for (const number of [0, 7, 999, 1000, 1234, 12345, 1e6, -1, -999, 0.5, 999.25]) {
      expect(writeNumber(number, language)).toBe(format.format(number))
    }
  })
})
