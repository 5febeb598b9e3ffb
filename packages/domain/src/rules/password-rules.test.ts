import { expect, test } from 'vitest'
import { brokenPasswordRules, PASSWORD_RULES } from './password-rules.ts'

test('a password that follows every rule breaks none', () => {
  expect(brokenPasswordRules('Abcdef1@')).toEqual([])
})

test('the rules have the names of the checklist, in its order', () => {
  expect(Object.keys(PASSWORD_RULES)).toEqual(['length', 'digit', 'uppercase', 'lowercase', 'special', 'noSpaces'])
})

test.each([
  ['Abcde1@', ['length']],
  [`Ab1@${'x'.repeat(251)}`, []],
  [`Ab1@${'x'.repeat(252)}`, ['length']],
])('a password has 8 to 255 characters (case %#)', (password, broken) => {
  expect(brokenPasswordRules(password)).toEqual(broken)
})

test.each([
  ['Abcdefg@', 'digit'],
  ['abcdef1@', 'uppercase'],
  ['ABCDEF1@', 'lowercase'],
  ['Abcdefg1', 'special'],
  ['Abcdef 1@', 'noSpaces'],
  ['Abcdef\t1@', 'noSpaces'],
  ['Abcdef\u00a01@', 'noSpaces'],
])('%j breaks the rule "%s" alone', (password, rule) => {
  expect(brokenPasswordRules(password)).toEqual([rule])
})

test.each([...'@#$!%&/()=?*+-_.,;:<>{}[]|~^€¿'])('%s is a special character', (character) => {
  expect(brokenPasswordRules(`Abcdefg1${character}`)).toEqual([])
})

test.each(['ñ', 'É', '٣', '\u0000', '\u200b'])('%j is no special character', (character) => {
  expect(brokenPasswordRules(`Abcdefg1${character}`)).toEqual(['special'])
})

test('letters of every alphabet count as letters', () => {
  expect(brokenPasswordRules('ÀÉçñüö1@')).toEqual([])
})

test('an empty password breaks every rule but the one on spaces', () => {
  expect(brokenPasswordRules('')).toEqual(['length', 'digit', 'uppercase', 'lowercase', 'special'])
})
