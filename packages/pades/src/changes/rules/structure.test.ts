import { expect, test } from 'vitest'
import { changesBy, paintedText, SIGNATURE, SIGNED_FORM } from '../../test-keys/make-signed-form.ts'

const object = (num: number): string => SIGNED_FORM[num] as string
const base = {
  1: object(1).replace('/Pages', '/MarkInfo <</Marked true>> /StructTreeRoot 40 0 R /Pages'),
  40: '<</Type /StructTreeRoot /K 41 0 R /ParentTree 42 0 R /ParentTreeNextKey 1>>',
  41: '<</Type /StructElem /S /Document /P 40 0 R /K [43 0 R]>>',
  42: '<</Nums [0 44 0 R]>>',
  43: '<</Type /StructElem /S /P /P 41 0 R /Pg 3 0 R /K 0>>',
  44: '[43 0 R]',
}
const field = {
  3: object(3).replace('10 0 R]', '10 0 R 30 0 R]').replace('/MediaBox', '/StructParents 0 /Tabs /S /MediaBox'),
  5: object(5).replace('10 0 R]', '10 0 R 30 0 R]'),
  30: '<</FT /Sig /T (Sig3) /Type /Annot /Subtype /Widget /Rect [200 10 290 30] /P 3 0 R /StructParent 1 /AP <</N 31 0 R>> /V 32 0 R>>',
  31: paintedText('Biel'),
  32: SIGNATURE,
}
const grown = {
  40: '<</Type /StructTreeRoot /K 41 0 R /ParentTree 42 0 R /ParentTreeNextKey 2>>',
  41: '<</Type /StructElem /S /Document /P 40 0 R /K [43 0 R 50 0 R]>>',
  42: '<</Nums [0 44 0 R 1 50 0 R]>>',
  50: '<</Type /StructElem /S /Form /P 41 0 R /K <</Type /OBJR /Obj 30 0 R /Pg 3 0 R>>>>',
}
const SIGNED = ['FIELD_ADDED by SIGNATURE', 'PAGE_SETTINGS by HARMLESS', 'SIGNATURE by SIGNATURE']

test('grows with a new signature field', () => {
  const changes = changesBy({ ...field, ...grown }, { base })
  expect(changes).toEqual([...SIGNED, ...Array<string>(3).fill('STRUCTURE by HARMLESS')].sort())
  expect(changesBy({ ...field, ...grown }, { base, packed: true })).toEqual(changes)
})

test('begins with a new signature field, where there was none', () => {
  const root = '<</Type /StructTreeRoot /K [51 0 R] /ParentTree 42 0 R /ParentTreeNextKey 1 /RoleMap <<>>>>'
  const begun = {
    1: object(1).replace('/Pages', '/StructTreeRoot 40 0 R /Pages'),
    40: root,
    42: '<</Nums [0 50 0 R]>>',
    50: '<</S /Form /P 51 0 R /K <</Type /OBJR /Obj 30 0 R>>>>',
    51: '<</S /Document /P 40 0 R /K 50 0 R>>',
  }
  const empty = { 1: object(1).replace('/Pages', '/StructTreeRoot <</Type /StructTreeRoot>> /Pages') }
  expect(changesBy({ ...field, ...begun })).toContain('STRUCTURE by HARMLESS')
  expect(changesBy({ ...field, ...begun }, { base: empty })).toContain('STRUCTURE by HARMLESS')
  const direct = { 1: object(1).replace('/Pages', `/StructTreeRoot ${base[40]} /Pages`) }
  expect(
    changesBy(
      { 1: direct[1].replace('/K 41 0 R', '/K 45 0 R'), 45: '<</S /P /K 0>>' },
      { base: { ...base, ...direct } },
    ),
  ).toEqual(['STRUCTURE'])
  expect(changesBy({ ...field, ...begun, 40: root.replace('/RoleMap <<', '/RoleMap <</P /Artifact') })).toContain(
    'STRUCTURE',
  )
})

test.each([
  ['other words for an element', { 43: base[43].replace('/K 0', '/ActualText (900) /K 0') }],
  ['another alternate text', { 43: base[43].replace('/K 0', '/Alt (900) /K 0') }],
  ['another role', { 43: base[43].replace('/S /P', '/S /Artifact') }],
  ['an element less', { 41: base[41].replace('[43 0 R]', '[]') }],
  ['an element that was there, and is not new', { 41: base[41].replace('[43 0 R]', '[43 0 R 43 0 R]') }],
  ['a new element with words', { 41: grown[41], 50: '<</S /P /P 41 0 R /ActualText (x) /K 1>>' }],
  ['a new element for content of a page', { 41: grown[41], 50: '<</S /P /P 41 0 R /K 1>>' }],
  ['new elements in a circle', { 41: grown[41], 50: '<</S /P /P 41 0 R /K [50 0 R 50 0 R]>>' }],
  ['another element for the content', { 42: '<</Nums [0 45 0 R]>>', 45: '[41 0 R]' }],
  ['another list for the content', { 44: '[41 0 R]' }],
  ['an entry less', { 42: '<</Nums []>>' }],
  ['a number that goes back', { 40: base[40].replace('NextKey 1', 'NextKey 0') }],
  ['a tree less', { 40: base[40].replace('/ParentTree 42 0 R', '') }],
  ['a root less', { 1: object(1) }],
])('does not allow %s', (_, objects) => {
  expect(changesBy(objects, { base })).toEqual(expect.arrayContaining(['STRUCTURE']))
})
