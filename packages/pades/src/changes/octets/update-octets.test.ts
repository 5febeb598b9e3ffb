import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { APPEARANCE, changesOf, object, parts, updatedForm } from '../../../testing/make-signed-form.ts'

const NEW_CONTENT = streamOf('BT /F1 18 Tf 20 100 Td (Pay 900) Tj ET')
const INFO = { [parts.info]: '<</Producer (Other)>>' }
const text = updatedForm([{ objects: INFO }]).toString('latin1')
const own = text.lastIndexOf(`${parts.info} 0 obj`)

/** The update of the information dictionary with some text in place of another. */
function written(from: string | RegExp, to: string, file = text): readonly string[] {
  const start = file.lastIndexOf(`${parts.info} 0 obj`)
  const tail = file.slice(start)
  const changed = tail.replace(from, to)
  expect(changed).not.toBe(tail)
  // What moves takes its section along.
  const at = start + changed.lastIndexOf('xref\n0 1')
  return changesOf(Buffer.from(file.slice(0, start) + changed.replace(/(startxref\s+)\d+/, `$1${at}`), 'latin1'))
}

const HIDDEN = ['HIDDEN_OBJECT', 'INFO by METADATA']

test('an update of its objects, its section and its end is reported for what it says', () => {
  expect(changesOf(Buffer.from(text, 'latin1'))).toEqual(['INFO by METADATA'])
  expect(written('startxref', '% A writer\nstartxref')).toEqual(['INFO by METADATA'])
  expect(written('xref\n0 1', '\n% A comment\nxref\n0 1')).toEqual(['INFO by METADATA'])
})

describe('readers that rebuild the cross-reference show what is listed nowhere', () => {
  test('a trailer beside the one of the section', () => {
    expect(written('startxref', 'trailer\n<</Root 90 0 R>>\nstartxref')).toEqual(HIDDEN)
  })

  test('objects beside those of the update', () => {
    expect(written('xref\n0 1', '90 0 obj\n<</Type /Catalog>>\nendobj\nxref\n0 1')).toEqual(HIDDEN)
    expect(written('xref\n0 1', '(90 0 obj)\nxref\n0 1')).toEqual(HIDDEN)
  })
})

describe('readers rebuild the cross-reference when they meet something odd', () => {
  test('an entry that leads to nothing, to another object or to another generation', () => {
    const row = `${String(own).padStart(10, '0')} 00000 n`
    for (const other of ['9999999999 00000 n', '0000000009 00000 n', `${row.slice(0, 10)} 00001 n`]) {
      expect(written('trailer', `22 1\n${other} \ntrailer`)).toContain('UNREADABLE')
    }
  })

  test('a start of its section that is not a plain number', () => {
    const at = text.lastIndexOf('xref\n0 1')
    for (const start of [`%\n${at}`, `+${at}`, `${at}.0`]) {
      const odd = text.slice(0, text.lastIndexOf('startxref')) + `startxref\n${start}\n%%EOF\n`
      expect(changesOf(Buffer.from(odd, 'latin1'))).toEqual(HIDDEN)
    }
  })

  test('a file without its end', () => {
    expect(written('%%EOF\n', '')).toEqual(HIDDEN)
  })

  test('a section that is not where it is said to be, or holds more than entries', () => {
    expect(written('trailer', '% 22 1\ntrailer')).toEqual(HIDDEN)
    for (const row of [
      '00000000 65535 f',
      '0000000000 65535 f9',
      '0000000000 65535\0 f',
      '0000000000 0 f',
      '0000000000 65535 f \n',
    ]) {
      expect(written('0000000000 65535 f', row), row).toEqual(HIDDEN)
    }
    const at = text.lastIndexOf('xref\n0 1')
    const before = `${text.slice(0, at)}%\n${text.slice(at)}`
    expect(changesOf(Buffer.from(before, 'latin1'))).toEqual(HIDDEN)
  })

  test('a size that is missing, less than what is listed, or of more objects than a file may have', () => {
    expect(written(/\/Size \d+/, '')).toEqual(HIDDEN)
    expect(written(/\/Size \d+/, '/Size 5')).toEqual(HIDDEN)
    expect(written(/\/Size \d+/, '/Size 8388608')).toEqual(['INFO by METADATA'])
    expect(written(/\/Size \d+/, '/Size 8388609')).toEqual(HIDDEN)
  })
})

test('references are written in digits', () => {
  for (const root of ['1.0 0 R', '1 0. R', `+${parts.catalog} 0 R`]) {
    expect(written(`/Root ${parts.catalog} 0 R`, `/Root ${root}`), root).toEqual(HIDDEN)
    expect(changesOf(updatedForm([{ objects: { 90: `[${root}]` } }])), root).toEqual(['HIDDEN_OBJECT'])
  }
})

describe('an object is written so that all readers find the same', () => {
  const stream = (body: string): readonly string[] => changesOf(updatedForm([{ objects: { 90: body } }]))

  test('its head and its end are plain', () => {
    expect(written(`${parts.info} 0 obj`, `+${parts.info} 0 obj`)).toEqual(HIDDEN)
    expect(written(`${parts.info} 0 obj`, '21 %\n0 obj')).toEqual(HIDDEN)
    expect(written('endobj', '')).toEqual(HIDDEN)
  })

  test('a stream is as long as it says, and starts on the line after its keyword', () => {
    const plain = streamOf('q Q', APPEARANCE)
    expect(stream(plain)).toEqual([])
    for (const odd of [
      plain.replace('/Length 3', '/Length 9'),
      plain.replace('/Length 3', ''),
      plain.replace('stream\n', 'stream\r'),
      plain.replace('stream\n', 'stream (\n'),
    ]) {
      expect(stream(odd)).toEqual(['HIDDEN_OBJECT'])
    }
  })

  test('a stream is not in another file', () => {
    expect(stream(streamOf('q Q', `${APPEARANCE} /F (other.bin)`))).toEqual(['HIDDEN_OBJECT'])
  })

  test('numbers are none that readers take for different ones', () => {
    for (const odd of ['--300', '300-5', '+-300', '-', '.', '4294967596']) {
      const page = (width: string) => ({ [parts.page1]: object(parts.page1).replace('[0 0 300', `[0 0 ${width}`) })
      expect(changesOf(updatedForm([{ objects: page('300') }], page(odd))), odd).toContain('HIDDEN_OBJECT')
      expect(changesOf(updatedForm([{ objects: { 90: `[${odd}]` } }])), odd).toEqual(['HIDDEN_OBJECT'])
      expect(changesOf(updatedForm([{ objects: { 90: `[${odd}]` }, packed: true }])), odd).toEqual(['HIDDEN_OBJECT'])
    }
  })
})

describe('a hybrid file has its hidden objects where its table says', () => {
  const content = { [parts.page1]: object(parts.page1).replace(`${parts.content} 0 R`, '91 0 R'), 91: NEW_CONTENT }
  const base = updatedForm([])
  /** Sections that replace the content, which nothing but `leads` leads to. */
  const prepared = updatedForm([{ objects: content, packed: true }]).toString('latin1')
  const hidden = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(prepared)?.[1])
  const previous = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(base.toString('latin1'))?.[1])
  const update = (objects: string, trailer: string): Buffer => {
    const file = prepared.slice(0, prepared.lastIndexOf('startxref')) + objects
    const section = `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /Size 99 /Prev ${previous} ${trailer}>>\n`
    return Buffer.from(`${file}${section}startxref\n${file.length}\n%%EOF\n`, 'latin1')
  }

  test('a reference to its place is rejected', () => {
    expect(() => changesOf(update(`98 0 obj\n${hidden}\nendobj\n`, '/XRefStm 98 0 R'))).toThrow('PDF_DAMAGED')
  })

  test('what the hidden section comes after is what its table comes after', () => {
    const at = prepared.lastIndexOf('startxref')
    const data = '\x00\x00\x00\x00\x00\x00'
    const dict = `/Type /XRef /W [1 4 1] /Index [97 1] /Size 99 /Root ${parts.catalog} 0 R /Prev ${hidden}`
    const file = update(`98 0 obj\n${streamOf(data, dict)}\nendobj\n`, `/XRefStm ${at}`)
    expect(changesOf(file)).toEqual(['HIDDEN_OBJECT'])
  })
})
