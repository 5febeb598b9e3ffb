import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameInDisposition } from './name-in-disposition.ts'

/** As Node reads a header whose sender wrote UTF-8. */
const onTheWire = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  [undefined, ''],
  ['', ''],
  ['attachment', ''],
  ['attachment; filename=a.pdf', 'a.pdf'],
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename="a\\"b\\\\c.pdf"', 'a"b\\c.pdf'],
  ['attachment; FileName = "a;b.pdf"', 'a;b.pdf'],
  [`attachment; filename="old.pdf"; filename*=UTF-8''Acta%20mar%C3%A7.pdf`, 'Acta març.pdf'],
  [`attachment; filename*=utf-8'ca'%C3%A7.pdf; filename=c.pdf`, 'ç.pdf'],
  [onTheWire('attachment; filename="març.pdf"'), 'març.pdf'],
  ['attachment; filename="mar\u00e7.pdf"', 'març.pdf'],
  ['attachment; xfilename=a.pdf', ''],
])('%j names the file %j', (header, name) => {
  expect(nameInDisposition(header)).toBe(name)
})

test.each(['%', '%zz', '%c3', '%ed%a0%80'])('an extended name of %s is refused', (encoded) => {
  expect(() => nameInDisposition(`attachment; filename*=UTF-8''${encoded}`)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED' }) as Error,
  )
})

test('whatever the name, its extended form is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
      expect(nameInDisposition(`attachment; filename*=UTF-8''${encoded}`)).toBe(name)
    }),
  )
})
