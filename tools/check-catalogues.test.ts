import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const CHECK = fileURLToPath(new URL('check-catalogues.mjs', import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogues-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function check(catalogues: Record<string, unknown>) {
  for (const [language, tree] of Object.entries(catalogues)) {
    writeFileSync(join(folder, `${language}.json`), typeof tree === 'string' ? tree : JSON.stringify(tree))
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, folder], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

it('passes while there are no catalogues', () => {
  expect(check({}).status).toBe(0)
})

it('passes when every language has its own plural forms and the same placeholders', () => {
  const en = { list: { title: 'Hello {{name}}', rows_one: 'One row', rows_other: '{{count}} rows' } }
  const es = {
    list: {
      title: 'Hola {{ name }}',
      rows_zero: 'Nada',
      rows_one: 'Una fila',
      rows_many: '{{count}} de filas',
      rows_other: '{{count}} filas',
    },
  }
  const result = check({ en, es })
  expect(result).toMatchObject({ status: 0, stderr: '' })
})

it('takes a key that only looks counted as it is', () => {
  expect(check({ en: { page_one: 'First' }, es: { page_one: 'Primera' } }).status).toBe(0)
})

it.each([
  ['a key that is missing', { en: { a: 'A', b: 'B' }, de: { a: 'Ä' } }, 'de: b is missing'],
  ['a key too many', { en: { a: 'A' }, de: { a: 'Ä', b: 'B' } }, 'de: b is not a key'],
  ['a plural form that is missing', { en: { n_one: 'x', n_other: 'y' }, fr: { n_one: 'u', n_other: 'v' } }, 'n_many'],
  ['a plural form in English too', { en: { n_other: 'y' } }, 'en: n_one is missing'],
  ['a placeholder lost', { en: { a: 'Hi {{name}}' }, de: { a: 'Hallo' } }, 'de: a lacks name'],
  ['a placeholder invented', { en: { a: 'Hi' }, de: { a: 'Hallo {{nmae}}' } }, 'de: a has nmae'],
  ['a tag lost', { en: { a: 'See <link>it</link>' }, de: { a: 'Siehe' } }, 'lacks <link>'],
  ['an empty text', { en: { a: 'Hi' }, de: { a: ' ' } }, 'de: a is empty'],
  ['something that is no text', { en: { a: ['Hi'] } }, 'en: a is not a text'],
  ['a file that is no JSON', { en: { a: 'Hi' }, de: '{' }, 'de: cannot be read'],
  ['no English', { de: { a: 'Hallo' } }, 'en.json is missing'],
])('fails on %s', (_, catalogues, message) => {
  const { status, stderr } = check(catalogues)
  expect(status).toBe(1)
  expect(stderr).toContain(message)
})

it('only warns of a text left in English, and not of names', () => {
  const { status, stderr } = check({
    en: { a: 'Log out', b: 'Google', c: 'PIN {{n}}' },
    de: { a: 'Log out', b: 'Google', c: 'PIN {{n}}' },
  })
  expect(status).toBe(0)
  expect(stderr).toContain('warning: de: a is the English "Log out"')
  expect(stderr).not.toMatch(/Google|PIN/)
})
