import { expect, test } from 'vitest'
import { escapeMarkup } from './escape-markup.ts'

test('what could end a text or an attribute is escaped, and what is escaped already once more', () => {
  expect(escapeMarkup(`a<b>"c" & 'd' &amp;`)).toBe('a&lt;b&gt;&quot;c&quot; &amp; &#39;d&#39; &amp;amp;')
  expect(escapeMarkup('Núria, 3 €')).toBe('Núria, 3 €')
})
