import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Language } from '@rubrica/domain'
import { fillText, type Texts } from '../../../shared/i18n/fill-text.ts'
import { NOTHING_ASKED, type DraftSigner } from '../draft.ts'
import { orderSentence } from './order-sentence.ts'

const CATALOGUES = `${import.meta.dirname}/../../../../../../packages/locales/catalogues`

function wordsIn(language: Language) {
  const texts = JSON.parse(readFileSync(`${CATALOGUES}/${language}.json`, 'utf8')) as Texts
  return {
    t: (key: string, facts?: Parameters<typeof fillText>[2]) => fillText({ language, texts }, key, facts) ?? key,
    list: (names: readonly string[]) => new Intl.ListFormat(language).format(names),
  }
}

const person = (name: string) => ({ userId: name.toLowerCase(), name, mailDomain: 'example.org', canSign: true })
const signer = (name: string, stage: number, ...approvers: string[]): DraftSigner => ({
  ...NOTHING_ASKED,
  ...person(name),
  ...{ stage, reason: '', readAll: false, delegable: true, approvers: approvers.map(person) },
})
const guest = { email: 'g@elsewhere.test', phone: '', provesPhone: false, language: '', legalId: '' } as const
const say = (language: Language, signers: readonly DraftSigner[], ...copies: string[]) =>
  orderSentence({ signers, copies: copies.map(person) }, wordsIn(language))

const STAGED = [signer('Ana', 1, 'Biel'), signer('Pau', 1, 'Biel'), { ...signer('Núria', 2), guest }]

test.each([
  ['en', 'Biel approves, then Ana and Pau sign, then Núria (no account). Marta gets a copy.'],
  ['es', 'Biel aprueba, luego firman Ana y Pau, luego Núria (sin cuenta). Marta recibe una copia.'],
  ['ca', 'Biel aprova, després signen Ana i Pau, després Núria (sense compte). Marta rep una còpia.'],
  ['de', 'Biel genehmigt, dann unterzeichnen Ana und Pau, dann Núria (ohne Konto). Marta erhält eine Kopie.'],
  ['fr', 'Biel approuve, puis Ana et Pau signent, puis Núria (sans compte). Marta est en copie.'],
] as const)('the order is one sentence in %s', (language, sentence) => {
  expect(say(language, STAGED, 'Marta')).toBe(sentence)
})

test('one person alone signs; several of one stage are listed', () => {
  expect(say('en', [signer('Ana', 1)])).toBe('Ana signs.')
  expect(say('en', [signer('Ana', 1), signer('Pau', 1)])).toBe('Ana and Pau sign.')
  expect(say('en', [])).toBe('')
})

test('whoever waits for approvers of their own is named with them, in whichever stage', () => {
  expect(
    say('en', [signer('Ana', 1, 'Biel'), signer('Pau', 1), signer('Núria', 2, 'Joan', 'Eva')], 'Marta', 'Rosa'),
  ).toBe(
    'Ana (once approved by Biel) and Pau sign, then Núria (once approved by Joan and Eva). Marta and Rosa get a copy.',
  )
})

test('of many people the first are named and the others counted', () => {
  const many = ['Ana', 'Pau', 'Eva', 'Joan', 'Biel', 'Rosa'].map((name) => signer(name, 1))
  expect(say('en', many)).toBe('Ana, Pau, Eva, Joan, and 2 more sign.')
})
