import { describe, expect, test } from 'vitest'
import { changesBy, object, paintedText, parts, SIGNATURE } from '../../../testing/make-signed-form.ts'
import { annotation, base, form, grown, HARMLESS } from '../../../testing/make-structured-form.ts'

const field = {
  [parts.page1]: object(parts.page1)
    .replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`)
    .replace('/MediaBox', '/StructParents 0 /Tabs /S /MediaBox'),
  [parts.acroForm]: object(parts.acroForm).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  30: `<</FT /Sig /T (Sig3) /Type /Annot /Subtype /Widget /Rect [200 10 290 30] /P ${parts.page1} 0 R /StructParent 1 /AP <</N 31 0 R>> /V 32 0 R>>`,
  31: paintedText('Biel'),
  32: SIGNATURE,
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
    [parts.catalog]: object(parts.catalog).replace('/Pages', '/StructTreeRoot 40 0 R /Pages'),
    40: root,
    42: '<</Nums [0 50 0 R]>>',
    50: '<</S /Form /P 51 0 R /K <</Type /OBJR /Obj 30 0 R>>>>',
    51: '<</S /Document /P 40 0 R /K 50 0 R>>',
  }
  const empty = {
    [parts.catalog]: object(parts.catalog).replace('/Pages', '/StructTreeRoot <</Type /StructTreeRoot>> /Pages'),
  }
  expect(changesBy({ ...field, ...begun })).toContain('STRUCTURE by HARMLESS')
  expect(changesBy({ ...field, ...begun }, { base: empty })).toContain('STRUCTURE by HARMLESS')
  const direct = { [parts.catalog]: object(parts.catalog).replace('/Pages', `/StructTreeRoot ${base[40]} /Pages`) }
  expect(
    changesBy(
      { [parts.catalog]: direct[parts.catalog].replace('/K 41 0 R', '/K 45 0 R'), 45: '<</S /P /K 0>>' },
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
  ['a root less', { [parts.catalog]: object(parts.catalog) }],
])('does not allow %s', (_, objects) => {
  expect(changesBy(objects, { base })).toEqual(expect.arrayContaining(['STRUCTURE']))
})

describe('the tree of parents', () => {
  const branched = {
    ...base,
    42: '<</Kids [45 0 R 48 0 R]>>',
    48: '<</Nums []>>',
    45: '<</Nums [0 44 0 R] /Limits [0 0]>>',
  }
  const by = (objects: Record<number, string>) => changesBy({ 50: form(annotation), ...objects }, { base: branched })

  test('may have branches, which grow', () => {
    expect(by({ 45: '<</Nums [0 44 0 R 1 50 0 R] /Limits [0 1]>>' })).toEqual(HARMLESS)
    expect(by({ 42: '<</Kids [45 0 R 48 0 R 51 0 R]>>', 51: '<</Nums [1 50 0 R] /Limits [1 1]>>' })).toEqual(HARMLESS)
    expect(by({ 42: '<</Kids [51 0 R 45 0 R 48 0 R]>>', 51: '<</Nums [1 50 0 R] /Limits [1 1]>>' })).toEqual(HARMLESS)
  })

  test.each<[string, Record<number, string>]>([
    ['loses a branch', { 42: '<</Kids [51 0 R 48 0 R]>>', 51: '<</Nums [0 44 0 R]>>' }],
    ['becomes something else', { 42: '[45 0 R]' }],
    ['gets branches that are no list', { 42: '<</Kids 45 0 R>>' }],
    ['loses its branches', { 42: '<<>>' }],
    ['gets limits that are no list', { 45: '<</Nums [0 44 0 R] /Limits 0>>' }],
    ['gets entries that are no list', { 45: '<</Nums 44 0 R /Limits [0 0]>>' }],
    ['loses an entry of a branch', { 45: '<</Nums [1 50 0 R] /Limits [0 0]>>' }],
    ['gets an entry of another key', { 45: '<</Nums [0 44 0 R] /Limits [0 0] /Names []>>' }],
    ['gets such an entry besides others', { 45: '<</Nums [0 44 0 R 1 50 0 R] /Limits [0 1] /Names []>>' }],
    ['loses one of two branches', { 42: '<</Kids [45 0 R]>>' }],
    ['gets another element under the same key', { 45: '<</Nums [0 50 0 R] /Limits [0 0]>>' }],
  ])('is not the same when it %s', (_, objects) => {
    expect(by(objects)).toContain('STRUCTURE')
  })

  test('may be written anew, while elements that it leads to grow', () => {
    const anew = (tree: string) => ({ 40: base[40].replace('42 0 R', '60 0 R'), 60: tree, 50: form(annotation) })
    const led = { ...base, 42: '<</Nums [0 [43 0 R 41 0 R] 1 41 0 R]>>' }
    const element = { 41: grown[41] }
    const written = (tree: string) => changesBy({ ...anew(tree), ...element }, { base: led })
    expect(written('<</Nums [0 61 0 R 1 41 0 R 2 50 0 R]>>')).toContain('STRUCTURE')
    expect(
      changesBy({ ...anew('<</Nums [0 61 0 R 1 41 0 R]>>'), ...element, 61: '[43 0 R 41 0 R]' }, { base: led }),
    ).toEqual([...HARMLESS, ...HARMLESS])
    expect(
      changesBy({ ...anew('<</Nums [0 61 0 R 1 41 0 R]>>'), ...element, 61: '[41 0 R 41 0 R]' }, { base: led }),
    ).toContain('STRUCTURE')
    expect(written('<</Nums [0 [43 0 R 41 0 R] 1 43 0 R]>>')).toContain('STRUCTURE')
  })

  test('may be new, and is a tree then', () => {
    const without = { ...base, 40: '<</Type /StructTreeRoot /K 41 0 R>>', 42: 'null' }
    const root = (tree: string) =>
      changesBy({ 40: `<</Type /StructTreeRoot /K 41 0 R /ParentTree ${tree}>>` }, { base: without })
    expect(root('<</Nums [0 44 0 R]>>')).toEqual(HARMLESS)
    expect(root('[0 44 0 R]')).toEqual(['STRUCTURE'])
  })

  test('a branch that something else uses is no part of it alone', () => {
    const shared = { ...branched, [parts.page2]: object(parts.page2).replace('/Contents', '/Other 45 0 R /Contents') }
    const grownBranch = { 45: '<</Nums [0 44 0 R 1 50 0 R] /Limits [0 1]>>', 50: form(annotation) }
    expect(changesBy(grownBranch, { base: shared })).toContain('PAGE_SETTINGS')
  })

  test('is followed through thousands of lists', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [1000 + index, index === 0 ? '[0]' : `[${999 + index} 0 R]`]),
      )
    const chained = (length: number) =>
      changesBy({ ...chain(length), 1000: '[0 1]' }, { base: { ...chain(length), ...put41(`${999 + length} 0 R`) } })
    const put41 = (kids: string) => ({ ...base, 41: base[41].replace('[43 0 R]', kids) })
    expect(chained(900)).toEqual(['STRUCTURE'])
    expect(chained(5_000)).toEqual(['STRUCTURE'])
  })
})

describe('the root', () => {
  const by = (from: string, to: string, former: string = base[40]) =>
    changesBy({ 40: former.replace(from, to) }, { base: { ...base, 40: former } })

  test('says what it is, and counts on', () => {
    const untyped = base[40].replace('/Type /StructTreeRoot', `/S /x /P ${parts.catalog} 0 R`)
    expect(by('/S /x', '/Type /StructTreeRoot /S /x', untyped)).toEqual(HARMLESS)
    expect(by('/S /x', '/Type /StructElem /S /x', untyped)).toEqual(['STRUCTURE'])
    expect(by('/Type /StructTreeRoot', '/Type /StructElem')).toEqual(['STRUCTURE'])
    expect(by('NextKey 1', 'NextKey 2')).toEqual(HARMLESS)
    expect(by('NextKey 1', 'NextKey (2)')).toEqual(['STRUCTURE'])
    const uncounted = base[40].replace('/ParentTreeNextKey 1', '')
    expect(by('/K', '/ParentTreeNextKey 0 /K', uncounted)).toEqual(HARMLESS)
  })

  test('that takes the place of another one has all that it had', () => {
    const moved = (root: string) =>
      changesBy(
        { [parts.catalog]: base[parts.catalog].replace('40 0 R', '60 0 R'), 50: form(annotation), 60: root },
        { base },
      )
    expect(moved(base[40])).toEqual([])
    expect(moved(base[40].replace('41 0 R', '[41 0 R 50 0 R]'))).toEqual(HARMLESS)
    expect(moved(base[40].replace('41 0 R', '50 0 R'))).toEqual(['STRUCTURE'])
    expect(moved(base[40].replace('/ParentTree 42 0 R', ''))).toEqual(['STRUCTURE'])
  })

  test('may be written anew with its parts, when these say the same', () => {
    const written = { ...base, 40: base[40].replace('/K', '/ClassMap 60 0 R /K'), 60: '<</A 1>>' }
    const anew = { 40: written[40].replace('NextKey 1', 'NextKey 2') }
    expect(changesBy({ ...anew, 60: '<</A  1>>' }, { base: written })).toEqual(HARMLESS)
    expect(changesBy({ ...anew, 60: '<</A 2>>' }, { base: written })).toContain('STRUCTURE')
  })

  test('maps no role otherwise', () => {
    expect(by('/K', '/RoleMap <<>> /K')).toEqual(HARMLESS)
    expect(by('/K', '/RoleMap [] /K')).toEqual(['STRUCTURE'])
    expect(by('/K', '/RoleMap <</P /Artifact>> /K')).toEqual(['STRUCTURE'])
    const mapped = base[40].replace('/K', '/RoleMap <</P /H1>> /K')
    expect(by('<</P /H1>>', '<<>>', mapped)).toEqual(['STRUCTURE'])
    expect(by('<</P /H1>>', '<</P /H1 /Q /H2>>', mapped)).toEqual(['STRUCTURE'])
  })

  test('is one when it was one', () => {
    expect(changesBy({ 40: '[41 0 R]' }, { base })).toEqual(expect.arrayContaining(['STRUCTURE']))
    expect(changesBy({}, { base, freed: [40] })).toEqual(expect.arrayContaining(['STRUCTURE']))
    const bare = { ...base, [parts.catalog]: object(parts.catalog).replace('/Pages', '/StructTreeRoot (x) /Pages') }
    expect(
      changesBy({ [parts.catalog]: base[parts.catalog].replace('/MarkInfo <</Marked true>>', '') }, { base: bare }),
    ).toContain('STRUCTURE')
  })
})
