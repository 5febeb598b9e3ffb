import { describe, expect, test } from 'vitest'
import { PdfDict, PdfRef, withPdf } from '@rubrica/pdf'
import { appendRevision, makeTestPdf } from '@rubrica/pdf/testing'
import { addValidationData } from './add-validation-data.ts'
import { type DocumentSecurityStore, evidenceOf, readDss } from './read-dss.ts'

const piece = (text: string): Uint8Array => Buffer.from(text)
const evidence = { certificates: [piece('A'), piece('B')], ocsps: [piece('O')], crls: [piece('C')] }
const KEY = 'AB'.repeat(20)

/** The file with evidence added, as whole bytes. */
function withData(
  base: Uint8Array,
  ...rest: Parameters<typeof addValidationData> extends [unknown, ...infer R] ? R : never
) {
  return Buffer.concat([base, addValidationData(base, ...rest)])
}

function storeOf(file: Uint8Array): DocumentSecurityStore {
  const store = withPdf(file, readDss)
  if (store === null) throw new Error('There is no store')
  return store
}

const catalogOf = (file: Uint8Array): PdfDict => withPdf(file, ({ catalog }) => catalog.dict)

describe('a file without a store', () => {
  const base = makeTestPdf()
  const file = withData(base, evidence, [{ vriKey: KEY, evidence: { ...evidence, certificates: [piece('A')] } }])

  test('gets one that holds all of it, once', () => {
    expect(evidenceOf(storeOf(file))).toEqual(evidence)
  })

  test('keeps its bytes', () => {
    expect(file.subarray(0, base.length)).toEqual(base)
  })

  test('names what belongs to each signature by reference to the same streams', () => {
    const { certificates, vri } = storeOf(file)
    expect(vri.get(KEY)?.certificates[0]?.ref).toEqual(certificates[0]?.ref)
  })

  test('declares the extension before PDF 2.0, and not in PDF 2.0', () => {
    const extensions = catalogOf(file).get('Extensions')
    expect(extensions instanceof PdfDict && extensions.get('ESIC')).toBeInstanceOf(PdfDict)
    const modern = Buffer.from(Buffer.from(base).toString('latin1').replace('%PDF-1.7', '%PDF-2.0'), 'latin1')
    expect(catalogOf(withData(modern, evidence)).get('Extensions')).toBeUndefined()
  })
})

describe('a file with a store', () => {
  const base = withData(makeTestPdf(), evidence, [{ vriKey: KEY, evidence }])

  test('that has all of it gets nothing', () => {
    expect(addValidationData(base, evidence, [{ vriKey: KEY, evidence }])).toHaveLength(0)
  })

  test('gets what is new behind what is there, whose references stay', () => {
    const more = { certificates: [piece('B'), piece('D')], ocsps: [], crls: [piece('E')] }
    const before = storeOf(base)
    const after = storeOf(withData(base, more))
    const refs = ({ certificates }: DocumentSecurityStore) => certificates.map(({ ref }) => ref?.num)
    expect(refs(after).slice(0, 2)).toEqual(refs(before))
    expect(evidenceOf(after).certificates).toEqual([...evidence.certificates, piece('D')])
    expect(evidenceOf(after).crls).toEqual([...evidence.crls, piece('E')])
  })

  test('does not have its catalogue written again', () => {
    const tail = addValidationData(base, { certificates: [piece('D')], ocsps: [], crls: [] })
    expect(Buffer.from(tail).toString('latin1')).not.toContain('/Catalog')
  })

  test('keeps what it says of a signature, and gets other signatures beside it', () => {
    const other = 'CD'.repeat(20)
    const less = { certificates: [piece('A')], ocsps: [], crls: [] }
    const { vri } = storeOf(
      withData(
        base,
        less,
        [KEY, other].map((vriKey) => ({ vriKey, evidence: less })),
      ),
    )
    expect(vri.get(KEY)?.certificates).toHaveLength(2)
    expect(vri.get(other)?.certificates).toHaveLength(1)
  })

  test('whose lists are objects of their own has those extended', () => {
    const text = Buffer.from(base).toString('latin1')
    const list = /\/Certs \[(\d+ 0 R) (\d+ 0 R)\]/.exec(text)
    const catalog = catalogOf(base)
    const store = catalog.get('DSS')
    if (!list || !(store instanceof PdfRef)) throw new Error('The store has another form')
    const own = appendRevision(Buffer.from(base), {
      30: `[${list[1]} ${list[2]}]`,
      [store.num]: '<</Type /DSS /Certs 30 0 R>>',
    })
    const file = withData(own, { certificates: [piece('D')], ocsps: [], crls: [] })
    expect(evidenceOf(storeOf(file)).certificates).toEqual([...evidence.certificates, piece('D')])
    expect(storeOf(file).dict.get('Certs')).toEqual(new PdfRef(30, 0))
  })
})

test('an encrypted file is rejected', () => {
  const text = Buffer.from(makeTestPdf()).toString('latin1').replace('/Root', '/Encrypt << /Filter /Standard >> /Root')
  expect(() => addValidationData(Buffer.from(text, 'latin1'), evidence)).toThrow('PDF_ENCRYPTED')
})
