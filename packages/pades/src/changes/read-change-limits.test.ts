import { expect, test } from 'vitest'
import { PdfDict, withPdf } from '@rubrica/pdf'
import { object, parts, SIGNATURE, updatedForm } from '../../testing/make-signed-form.ts'
import type { ChangeLimits } from './change.ts'
import { readChangeLimits } from './read-change-limits.ts'

const reference = (method: string, parameters: string): string =>
  SIGNATURE.replace(
    '/Contents',
    `/Reference [<</TransformMethod /${method} /TransformParams <<${parameters}>>>>] /Contents`,
  )

function limitsOf(objects: Readonly<Record<number, string>>): ChangeLimits {
  return withPdf(updatedForm([], objects), (document) => {
    return readChangeLimits(document, readSignature(document))
  })
}

function readSignature(document: Parameters<typeof readChangeLimits>[0]): PdfDict {
  const form = document.resolveDict(document.catalog.dict.get('AcroForm'))
  const [first] = document.resolve(form?.get('Fields')) as readonly never[]
  return document.resolveDict(document.resolveDict(first)?.get('V')) ?? new PdfDict()
}

const perms = {
  [parts.catalog]: object(parts.catalog).replace('/Pages', `/Perms <</DocMDP ${parts.signature} 0 R>> /Pages`),
}

test('without a certification there is none, and nothing is locked', () => {
  const limits = limitsOf({})
  expect(limits.certification).toBeNull()
  expect(limits.isLocked('Text1')).toBe(false)
})

test.each([
  ['/P 1', 1],
  ['/P 2', 2],
  ['/P 3', 3],
  ['', 2],
  ['/P 9', 2],
] as const)('a certification with %s', (parameters, expected) => {
  expect(limitsOf({ ...perms, [parts.signature]: reference('DocMDP', parameters) }).certification).toBe(expected)
  expect(limitsOf({ [parts.signature]: reference('DocMDP', parameters) }).certification).toBe(expected)
})

test('a field lock covers what it names, and what lies below', () => {
  const limits = limitsOf({ [parts.signature]: reference('FieldMDP', '/Action /Include /Fields [(Text1) (Group)]') })
  expect(['Text1', 'Text10', 'Group', 'Group.A', 'Check'].map(limits.isLocked)).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
  const others = limitsOf({ [parts.signature]: reference('FieldMDP', '/Action /Exclude /Fields [(Text1)]') })
  expect(['Text1', 'Check'].map(others.isLocked)).toEqual([false, true])
  const all = limitsOf({ [parts.signature]: reference('FieldMDP', '/Action /All') })
  expect(all.isLocked('Check')).toBe(true)
})

test('a lock that ends all changes is as good as P=1', () => {
  const field = object(parts.sig1).replace('/V', '/Lock <</Action /All /P 1>> /V')
  expect(limitsOf({ [parts.sig1]: field }).certification).toBe(1)
  expect(limitsOf({ [parts.sig1]: field.replace('/P 1', '/P 2') }).certification).toBeNull()
})

test('limits of earlier signatures hold, too, and the strictest certification counts', () => {
  const second = object(parts.sig2).replace('/AP', '/V 30 0 R /AP')
  const limits = limitsOf({
    ...perms,
    [parts.sig2]: second,
    [parts.signature]: reference('DocMDP', '/P 3'),
    30: reference('FieldMDP', '/Action /Include /Fields [(Text1)]'),
  })
  expect(limits.certification).toBe(3)
  expect(limits.isLocked('Text1')).toBe(true)
  expect(
    limitsOf({
      ...perms,
      [parts.sig2]: second,
      [parts.signature]: reference('DocMDP', '/P 3'),
      30: reference('DocMDP', '/P 1'),
    }).certification,
  ).toBe(1)
})
