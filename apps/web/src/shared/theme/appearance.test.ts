import { expect, test } from 'vitest'
import { logoSource } from './appearance.ts'

test('plain base64 is taken for a PNG', () =>
  expect(logoSource('iVBORw0KGgo=')).toBe('data:image/png;base64,iVBORw0KGgo='))

test('a data URL of an image stays as it is', () =>
  expect(logoSource('data:image/svg+xml;base64,PHN2Zy8+')).toBe('data:image/svg+xml;base64,PHN2Zy8+'))

test.each([null, '', 'data:text/html;base64,PGI+', 'https://elsewhere.example/logo.png', 'javascript:alert(1)'])(
  '%s shows no logo',
  (logo) => expect(logoSource(logo)).toBeNull(),
)
