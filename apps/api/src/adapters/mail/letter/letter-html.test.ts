/** Every mail says the same as HTML as it does as text, and nothing that others wrote becomes markup. */
import { DEFAULT_THEME, LANGUAGES } from '@rubrica/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleMails, type Said } from '../../../../testing/sample-mails.ts'
import { openMailWriter } from '../write-mails.ts'

const writer = openMailWriter({ portalEntry: (path) => `https://sign.example.test${path}`, defaultLanguage: 'en' })
const KINDS = Object.keys(sampleMails(writer, 'en'))

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** What a reader sees of the body. */
const shownBy = (html: string): string =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(\w+|#\d+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(KINDS)('the mail %s says as HTML what it says as text, with a link for each address', (kind) => {
    const { html, text, subject } = sampleMails(writer, language)[kind]!
    const shown = shownBy(html)
    for (const line of text.split('\n')) expect(shown).toContain(line.replace(/^(> ?|- | {2})/, ''))
    expect(html).toContain(`<html lang="${language}">`)
    expect(shownBy(html.replace('<title>', '<body>'))).toContain(subject)
    expect(html.match(/<a /g)?.length ?? 0).toBe(text.match(/^https:/gm)?.length ?? 0)
    expect(html).not.toContain('{{')
  })
})

/** Of markup that the others may try. */
const structureOf = (html: string) => [...html.matchAll(/[<>"']/g)].map(([character]) => character).join('')

test('whatever others write, the markup is the same, and so is where it leads', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[<>"'&/=a-z;#3 ]{1,40}$/))
  const oneLine = text.filter((one) => one.trim() !== '' && !/[\r\n\p{Zl}\p{Zp}]/u.test(one))
  const said = fc.record({ name: oneLine, file: oneLine, sender: oneLine, message: oneLine, tenant: oneLine })
  const mailsOf = ({ tenant, ...more }: Omit<Said, 'look'> & { readonly tenant: string }) =>
    sampleMails(writer, 'en', { ...more, look: { ...DEFAULT_THEME, name: tenant, logo: null } })
  const plain = mailsOf({ name: 'n', file: 'f', sender: 's', message: 'm', tenant: 't' })
  fc.assert(
    fc.property(said, fc.constantFrom(...KINDS), (values, kind) => {
      const { html } = mailsOf(values)[kind]!
      expect(structureOf(html)).toBe(structureOf(plain[kind]!.html))
      expect(html.match(/href="[^"]*"/g)).toEqual(plain[kind]!.html.match(/href="[^"]*"/g))
    }),
    { numRuns: 500 },
  )
})

test('nothing is fetched from anywhere, and the logo of a tenant goes along with the mail', () => {
  const logo = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`
  const look = { ...DEFAULT_THEME, primaryColor: '#123456', name: 'Uni "M"', logo }
  const said = { name: 'n', file: 'f', sender: 's', message: 'm', look }
  const { toSign, code } = sampleMails(writer, 'en', said)
  expect(toSign!.logo).toEqual({ mediaType: 'image/png', bytes: Buffer.from('picture') })
  expect(toSign!.html).toContain('<img src="cid:logo" alt="Uni &quot;M&quot;"')
  expect(toSign!.html).toContain('border-top:4px solid #123456')
  expect(code!.logo).toBeUndefined()
  for (const { html } of Object.values(sampleMails(writer, 'en', said))) {
    expect(html.replace(/<a href="https:[^"]*"/g, '')).not.toMatch(/(src|href)="(?!cid:logo")|url\(|@import/)
  }
})
