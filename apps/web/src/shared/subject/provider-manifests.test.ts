import { expect, test } from 'vitest'
import { manifests } from '@rubrica/providers/manifests'

/** Spec section 3, letter by letter. */
const TYPES = [
  'Ivnosys',
  'Nebula',
  'firmaremota',
  'keyvault',
  'redtrust',
  'software',
  'swisscom',
  'uanataca',
  'validatedid',
]

test('the types of certificates are those of the specification, in their exact case', () => {
  expect(manifests.map(({ certType }) => certType).toSorted()).toEqual(TYPES)
})

test('every provider’s certificates show their subject, and those of our own vault do not', () => {
  const withSubject = manifests.filter(({ showsSubject }) => showsSubject).map(({ certType }) => certType)
  expect(withSubject.toSorted()).toEqual(TYPES.filter((type) => !['keyvault', 'software'].includes(type)))
})
