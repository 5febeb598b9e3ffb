import { expect, test } from 'vitest'
import { selectRequest } from './write-request.ts'

const propertiesOf = (filters: readonly string[]): string => {
  const request = selectRequest({ connectionId: 'abc', filters, appName: 'x' })
  return Buffer.from(/properties=([^&]*)/.exec(request)?.[1] ?? '', 'base64url').toString('latin1')
}

test('filters are one value of Java properties, with what would mean something else escaped', () => {
  expect(propertiesOf(['nonexpired:', 'signingcert:'])).toBe('filters=nonexpired:;signingcert:')
  expect(propertiesOf(['subject.contains:Núñez'])).toBe('filters=subject.contains:N\\u00fa\\u00f1ez')
  expect(propertiesOf(['a\\b\nheadless=true'])).toBe('filters=a\\\\b\\nheadless=true')
  expect(propertiesOf([' x\t😀'])).toBe('filters=\\ x\\t\\ud83d\\ude00')
  expect(propertiesOf([])).toBe('')
})
