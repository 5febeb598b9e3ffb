import { describe, expect, test } from 'vitest'
import { PdfRef } from '../objects/pdf-objects.ts'
import { withPdf } from '../reader/open-pdf.ts'
import { buildTestRevisions } from '../../testing/build-test-revisions.ts'
import { findCoveredRevision } from './find-covered-revision.ts'
import { listRevisions } from './list-revisions.ts'
import { openRevision } from './open-revision.ts'

const BASE = {
  1: '<</Type /Catalog /Pages 2 0 R /Note 4 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>',
  4: '(first)',
}
const THREE = [{ objects: BASE }, { objects: { 4: '(second)' }, packed: true }, { objects: { 4: '(third)' } }]

const endings = (file: Buffer): number[] => {
  const ends: number[] = []
  for (let at = file.indexOf('%%EOF\n'); at !== -1; at = file.indexOf('%%EOF\n', at + 1)) ends.push(at + 6)
  return ends
}

test('revisions are listed from the oldest, each up to its own end', () => {
  const file = buildTestRevisions(THREE)
  withPdf(file, (document) => {
    const revisions = listRevisions(document)
    expect(revisions.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(revisions.map(({ end }) => end)).toEqual(endings(file))
    expect(revisions.every(({ closed }) => closed)).toBe(true)
  })
})

test('a revision is opened as its readers saw it', () => {
  withPdf(buildTestRevisions(THREE), (document) => {
    const notes = [1, 2, 3].map((number) => openRevision(document, number).resolve(new PdfRef(4)))
    expect(notes.map((note) => Buffer.from((note as { bytes: Uint8Array }).bytes).toString())).toEqual([
      'first',
      'second',
      'third',
    ])
    expect(openRevision(document, 3)).toBe(document)
    expect(openRevision(document, 2)).toBe(openRevision(document, 2))
    expect(() => openRevision(document, 4)).toThrow(expect.objectContaining({ code: 'PDF_DAMAGED' }))
    expect(() => openRevision(document, 0)).toThrow(expect.objectContaining({ code: 'PDF_DAMAGED' }))
  })
})

test('the two sections that a linearized file is born with are one revision', () => {
  const plain = buildTestRevisions([{ objects: BASE }]).toString('latin1')
  const first = '%PDF-1.7\nxref\n0 0\ntrailer\n<</Root 1 0 R /Size 5 /Prev PPPP>>\nstartxref\n0\n%%EOF\n'
  const shift = first.length - '%PDF-1.7\n'.length
  const body = plain.slice('%PDF-1.7\n'.length, plain.indexOf('xref\n'))
  const rows = plain.slice(plain.indexOf('xref\n'), plain.indexOf('startxref'))
  const moved = rows.replace(
    /^(\d{10}) 00000 n/gm,
    (_, at: string) => `${String(Number(at) + shift).padStart(10, '0')} 00000 n`,
  )
  const prev = String(first.length + body.length).padStart(4, '0')
  const text = `${first.replace('PPPP', prev)}${body}${moved}startxref\n9\n%%EOF\n`
  withPdf(Buffer.from(text, 'latin1'), (document) => {
    expect(document.revisions).toHaveLength(2)
    expect(listRevisions(document)).toEqual([expect.objectContaining({ number: 1, end: text.length, closed: true })])
  })
})

describe('which revision a signature covers', () => {
  const file = buildTestRevisions(THREE)
  const ends = endings(file)
  const covered = (octets: number, bytes: Buffer = file): number | null =>
    withPdf(bytes, (document) => findCoveredRevision(document, octets)?.number ?? null)

  test('the one that ends there, with or without its line end', () => {
    expect(ends.map((end) => covered(end))).toEqual([1, 2, 3])
    expect(covered((ends[1] as number) - 1)).toBe(2)
  })

  test('none when octets of a document are left out or added', () => {
    expect(covered((ends[1] as number) - 2)).toBeNull()
    expect(covered((ends[1] as number) + 1)).toBeNull()
    expect(covered(file.length + 1)).toBeNull()
    expect(covered(0)).toBeNull()
  })

  test('blanks after the last line are no document', () => {
    expect(covered(file.length + 2, Buffer.concat([file, Buffer.from(' \n')]))).toBe(3)
  })

  test('none that readers of these octets would not have started from', () => {
    const text = file.toString('latin1')
    const second = text.indexOf('startxref', ends[0])
    const lying = `${text.slice(0, second)}${text.slice(second).replace(/startxref\n\d+/, (found) => found.replace(/\d/g, '1'))}`
    withPdf(Buffer.from(lying, 'latin1'), (document) => {
      expect(listRevisions(document)[1]).toMatchObject({ closed: false })
      expect(findCoveredRevision(document, ends[1] as number)).toBeNull()
    })
  })
})
