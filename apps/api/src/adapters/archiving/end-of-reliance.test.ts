import type { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { endOfReliance } from './end-of-reliance.ts'

/** What the rule looks at. */
const certificate = (validTo: string, modulusLength?: number) =>
  ({ validTo, publicKey: { asymmetricKeyDetails: { modulusLength } } }) as unknown as X509Certificate

test('the first certificate to end decides', () => {
  const chain = [certificate('2040-05-01T00:00:00Z', 4096), certificate('2035-05-01T00:00:00Z')]
  expect(endOfReliance(chain)).toEqual(new Date('2035-05-01T00:00:00Z'))
})

test('RSA keys below 3000 bits are relied upon until the end of 2028, whatever their certificates say', () => {
  expect(endOfReliance([certificate('2040-05-01T00:00:00Z', 2048)])).toEqual(new Date('2029-01-01T00:00:00Z'))
  expect(endOfReliance([certificate('2027-05-01T00:00:00Z', 2048)])).toEqual(new Date('2027-05-01T00:00:00Z'))
})
