import { expect, test } from 'vitest'
import { readCatalogue } from './node.ts'

/** The texts of a catalogue by dotted key; the plural forms of a text, of which each language has its own, as one. */
function textsOf(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]: [string, unknown]): [string, string][] =>
      typeof value === 'string'
        ? [[prefix + name.replace(/_(?:zero|one|two|few|many|other)$/, ''), value]]
        : [...textsOf(value as object, `${prefix}${name}.`)],
    ),
  )
}

const english = textsOf(readCatalogue('en'))

test.each(['es', 'ca', 'en', 'de', 'fr'])('every text exists in %s', (language) => {
  const texts = textsOf(readCatalogue(language))
  expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  expect([...texts.values()].filter((text) => text.trim() === '')).toEqual([])
})

/** A message on a phone has fewer letters where it has letters outside of GSM 7 bit. */
const written = [...textsOf(readCatalogue('fr'))].filter(([key]) => !key.startsWith('phone.'))

test('in French no sign is parted from its word at the end of a line', () => {
  expect(written.filter(([, text]) => /[ \n][:;?!»]|«[ \n]/.test(text))).toEqual([])
})

test('a language without a catalogue is an error', () => {
  expect(() => readCatalogue('it')).toThrow(/ENOENT/)
})
