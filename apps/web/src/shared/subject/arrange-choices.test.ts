import { expect, it } from 'vitest'
import { arrangeChoices, groupChoices } from './arrange-choices.ts'

const choices = ['vault-1', 'far-1', 'vault-2', 'far-2', 'near-1']
const facts = { keyOf: (choice: string) => choice, groupOf: (choice: string) => choice.split('-')[0]! }

it('leaves the order of providers and of their certificates as it is while nothing was used', () => {
  expect(arrangeChoices(choices, facts, null)).toEqual(['vault-1', 'vault-2', 'far-1', 'far-2', 'near-1'])
})

it('puts the one that was used last first, and the others of its provider after it', () => {
  expect(arrangeChoices(choices, facts, 'far-2')).toEqual(['far-2', 'far-1', 'vault-1', 'vault-2', 'near-1'])
})

it('takes no notice of one that is not there any more', () => {
  expect(arrangeChoices(choices, facts, 'gone')).toEqual(arrangeChoices(choices, facts, null))
})

it('groups what stands together', () => {
  const arranged = arrangeChoices(choices, facts, 'near-1')
  expect(groupChoices(arranged, facts.groupOf)).toEqual([
    { label: 'near', choices: ['near-1'] },
    { label: 'vault', choices: ['vault-1', 'vault-2'] },
    { label: 'far', choices: ['far-1', 'far-2'] },
  ])
})
