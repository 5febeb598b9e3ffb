import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml.ts'

test('nothing becomes markup, what XML has no place for is replaced, and all else stays', () => {
  expect(escapeXml('<a b="c">&amp;')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;amp;')
  expect(escapeXml('\u0000\ufffe\ud800x\udc00')).toBe('\ufffd\ufffd\ufffdx\ufffd')
  expect(escapeXml('Verträge 漢字 😀\t\n')).toBe('Verträge 漢字 😀\t\n')
})
