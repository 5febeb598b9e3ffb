import { expect, test } from 'vitest'
import { openSigningTexts } from './write-signing-texts.ts'

const texts = openSigningTexts('de')

test('whoever is asked to confirm reads which document, in their language', () => {
  expect(texts.confirmation('en', 'lease.pdf')).toBe('Sign “lease.pdf” at Rúbrica')
  expect(texts.confirmation('es', 'contrato.pdf')).toBe('Firmar «contrato.pdf» en Rúbrica')
  expect(texts.confirmation('', 'vertrag.pdf')).toBe(texts.confirmation('de', 'vertrag.pdf'))
  // What names may hold is no pattern.
  expect(texts.confirmation('en', '$&{{name}}')).toBe('Sign “$&{{name}}” at Rúbrica')
})

test('a long name is cut short, so that the sentence is read to its end', () => {
  const told = texts.confirmation('en', `${'ñ'.repeat(300)}.pdf`)
  expect(told).toHaveLength('Sign “” at Rúbrica'.length + 100)
  expect(told.endsWith('ñ…” at Rúbrica')).toBe(true)
})
