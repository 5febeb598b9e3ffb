import { expect, test } from 'vitest'
import { PdfDict, PdfRef, type PdfStream } from '../objects/pdf-objects.ts'
import { openRevision } from '../revisions/open-revision.ts'
import { PdfDocument } from './pdf-document.ts'
import { readRevisions } from './read-revisions.ts'
import { SharedReading } from './shared-reading.ts'

/** A file whose revisions hold these objects, by number. */
function fileOf(...revisions: readonly Readonly<Record<number, string>>[]): Uint8Array {
  let text = '%PDF-1.7\n'
  let previous = ''
  for (const objects of revisions) {
    let rows = '0 1\n0000000000 65535 f \n'
    for (const [num, body] of Object.entries(objects)) {
      rows += `${num} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`
      text += `${num} 0 obj\n${body}\nendobj\n`
    }
    const start = text.length
    text += `xref\n${rows}trailer\n<</Size 9 /Root 1 0 R${previous}>>\nstartxref\n${start}\n%%EOF\n`
    previous = ` /Prev ${start}`
  }
  return Buffer.from(text, 'latin1')
}

function open(bytes: Uint8Array): PdfDocument {
  return new PdfDocument({ bytes, header: 0, revisions: readRevisions(bytes, 0), recovered: false })
}

const catalog = '<</Type /Catalog /Pages 2 0 R>>'

test('an object that a later revision left alone is the same in both', () => {
  const document = open(fileOf({ 1: catalog, 2: '<</A 1>>' }, { 2: '<</A 2>>' }))
  const older = openRevision(document, 1)
  expect(older.resolve(new PdfRef(1))).toBe(document.resolve(new PdfRef(1)))
  expect(older.resolve(new PdfRef(2))).toEqual(new PdfDict([['A', 1]]))
  expect(document.resolve(new PdfRef(2))).toEqual(new PdfDict([['A', 2]]))
})

test('an object that did not exist yet is not there, whichever view is read first', () => {
  const document = open(fileOf({ 1: catalog }, { 2: '(new)' }, { 2: '(newer)' }))
  expect(document.resolve(new PdfRef(2))).not.toBe(null)
  expect(openRevision(document, 1).resolve(new PdfRef(2))).toBe(null)
  expect(openRevision(document, 2).resolve(new PdfRef(2))).toMatchObject({ bytes: Buffer.from('new') })
})

test('a stream has the length that its own revision gives it', () => {
  const stream = '<</Length 3 0 R>>\nstream\nabc\nendstream def\nendstream'
  const document = open(fileOf({ 1: catalog, 2: stream, 3: '3' }, { 3: '17' }))
  const lengthIn = (view: PdfDocument) => (view.resolve(new PdfRef(2)) as PdfStream).raw.length
  expect([lengthIn(document), lengthIn(openRevision(document, 1))]).toEqual([17, 3])
})

test('an object that ends behind the octets of a view is not taken from a larger one', () => {
  const bytes = Buffer.from('1 0 obj\n12 0 R\nendobj\n2 0 obj\n12')
  const shared = new SharedReading(bytes, [])
  shared.keep(0, { num: 1, gen: 0, value: new PdfRef(12), end: 21, isOdd: false })
  expect(shared.objectAt(0, 22)?.value).toEqual(new PdfRef(12))
  expect(shared.objectAt(0, 21)).toBe(undefined)
  expect(shared.objectAt(0, 12)).toBe(undefined)
})

test('an object without its end is nobody else’s', () => {
  const bytes = Buffer.from('1 0 obj\n12\n2 0 obj\n13\nendobj\n')
  const shared = new SharedReading(bytes, [])
  shared.keep(0, { num: 1, gen: 0, value: 12, end: 10, isOdd: false })
  expect(shared.objectAt(0, bytes.length)).toBe(undefined)
})
