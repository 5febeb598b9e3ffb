import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['García Ñandú', 'garcia nandu'],
  ['ÇEDILLA', 'cedilla'],
  ['Col·laboració', 'collaboracio'],
  ['Straße', 'strasse'],
  ['Œuvre', 'oeuvre'],
  ['Æbleskiver på Ø', 'aebleskiver pa o'],
  ['Żółw', 'zolw'],
  ['İstanbul Işık', 'istanbul isik'],
  ['Ένα', 'ενα'],
  ['🚀 Año', '🚀 ano'],
])('%j is searched as %j', (text, folded) => expect(foldText(text)).toBe(folded))

test('an accent is the same whether it is part of its letter or behind it', () => {
  expect(foldText('n\u0303ANDU\u0301')).toBe(foldText('ñandú'))
})

test.each(['किताब', 'กำลัง', 'がぎぐ', '한국어'])('what makes other words of letters stays: %j', (text) => {
  expect(foldText(text)).toBe(text.normalize('NFC'))
})

test('what is folded stays as it is when it is folded again', () => {
  for (let code = 0; code < 0x3000; code += 1) {
    const once = foldText(String.fromCodePoint(code))
    expect(foldText(once), `U+${code.toString(16)}`).toBe(once)
  }
})
