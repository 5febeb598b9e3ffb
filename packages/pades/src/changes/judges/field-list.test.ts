import { expect, test } from 'vitest'
import { changesBy, object, parts, SIGNATURE } from '../../../testing/make-signed-form.ts'

const listed = (items: string) => ({ [parts.acroForm]: object(parts.acroForm).replace(/\[.*?\]/, `[${items}]`) })
const OLD = `${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R`
const DIRECT = '<</FT /Tx /T (Direct)>>'
const signed = { 30: '<</FT /Sig /T (Sig3) /V 32 0 R>>', 32: SIGNATURE }
const ALLOWED = ['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE']

test('a signature field is added wherever it stands among the others', () => {
  for (const items of [
    `${OLD} 30 0 R`,
    `30 0 R ${OLD}`,
    `${parts.sig1} 0 R ${parts.text1} 0 R 30 0 R ${parts.check} 0 R ${parts.sig2} 0 R`,
  ])
    expect(changesBy({ ...listed(items), ...signed })).toEqual(ALLOWED)
})

test('a signature field is the first of a form that had no list', () => {
  const fieldless = {
    [parts.page1]: object(parts.page1).replace(/\/Annots \[.*?\]/, ''),
    [parts.acroForm]: '<</SigFlags 3>>',
  }
  expect(changesBy({ [parts.acroForm]: '<</SigFlags 3 /Fields [30 0 R]>>', ...signed }, { base: fieldless })).toEqual(
    ALLOWED,
  )
})

test('a field that is written in the list itself stays', () => {
  const base = listed(`${OLD} ${DIRECT}`)
  expect(changesBy({ ...listed(`${OLD} ${DIRECT} 30 0 R`), ...signed }, { base })).toEqual(ALLOWED)
  expect(changesBy({ ...listed(`${OLD} 30 0 R`), ...signed }, { base })).toEqual(['FIELD_REMOVED', ...ALLOWED].sort())
  const other = DIRECT.replace('Direct', 'Other')
  expect(changesBy(listed(`${OLD} ${other}`), { base })).toEqual(['FIELD_ADDED', 'FIELD_REMOVED'])
})

test.each<[string, string, string]>([
  ['the same one twice', `${OLD} ${parts.sig2} 0 R`, signed[30]],
  ['one that is written in the list itself', `${OLD} <</FT /Sig /T (Sig3)>>`, signed[30]],
  ['one without a name', `${OLD} 30 0 R`, signed[30].replace('/T (Sig3)', '')],
  ['one whose name could be that of another', `${OLD} 30 0 R`, signed[30].replace('Sig3', 'Sig1.x')],
  ['one of the same name', `${OLD} 30 0 R`, signed[30].replace('Sig3', 'Text1')],
  ['one that is not there', `${OLD} 31 0 R`, signed[30]],
  ['two of one name', `${OLD} 30 0 R 33 0 R`, signed[30]],
])('no field is added that is %s', (_, items, field) => {
  expect(changesBy({ ...listed(items), ...signed, 30: field, 33: field })).toContain('FIELD_ADDED')
})

test('two fields may be added, each with a name of its own', () => {
  const second = { 33: signed[30].replace('Sig3', 'Sig4').replace('/V 32 0 R', '') }
  expect(changesBy({ ...listed(`${OLD} 30 0 R 33 0 R`), ...signed, ...second })).toEqual(
    [ALLOWED[0], ...ALLOWED].sort(),
  )
})
