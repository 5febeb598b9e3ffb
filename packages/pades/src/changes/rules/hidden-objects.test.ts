import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { appendRevision, streamOf } from '@rubrica/pdf/testing'
import { changesBy, changesOf, NO_LIMITS, SIGNED_FORM, updatedForm } from '../../../testing/make-signed-form.ts'
import { changesAfter } from '../changes-after.ts'

const CONTENT = streamOf('BT (Pay 900) Tj ET')

/** What changed after a revision, each with the object that shows it: "HIDDEN_OBJECT 11 0". */
const toldAfter = (revision: number, file: Uint8Array): readonly string[] =>
  withPdf(file, (document) => [
    ...new Set(changesAfter(document, revision, NO_LIMITS).map(({ what, object }) => `${what} ${object}`)),
  ])

test('an object that is written and not listed shows to readers that scan the file', () => {
  expect(changesBy({}, { unlisted: `11 0 obj\n${CONTENT}\nendobj\n` })).toEqual(['HIDDEN_OBJECT'])
  expect(changesBy({}, { unlisted: `<<>>11  0 obj\n${CONTENT}\nendobj\n`, packed: true })).toEqual(['HIDDEN_OBJECT'])
})

test('an object that is written twice shows twice', () => {
  const filled = { 21: '<</Producer (Other)>>' }
  expect(changesBy(filled, { unlisted: '21 0 obj\n<<>>\nendobj\n' })).toEqual(['HIDDEN_OBJECT', 'INFO by METADATA'])
})

test('an object that is written twice in the same way shows once, unless it is a stream', () => {
  const producer = '<</Producer (Other)>>'
  const twice = (now: string, unlisted: string): readonly string[] =>
    changesBy({ 21: now }, { unlisted: `21 0 obj ${unlisted} endobj\n` })
  expect(twice(producer, producer)).toEqual(['INFO by METADATA'])
  expect(twice('(a endobj b)', '(a endobj c)')).toContain('HIDDEN_OBJECT')
  expect(twice(producer, '<</Producer (Pay 900) /Producer (Other)>>')).toContain('HIDDEN_OBJECT')
  expect(twice(producer, '<</Producer (Other)')).toContain('HIDDEN_OBJECT')
  expect(twice(CONTENT, CONTENT)).toContain('HIDDEN_OBJECT')
})

describe('what stands unlisted is told as the object whose place it takes', () => {
  const told = (unlisted: string, { packed = false, objects = {} } = {}): readonly string[] =>
    toldAfter(1, updatedForm([{ objects: { 60: '(x)', ...objects }, unlisted, packed }]))
  const body = `\n${CONTENT}\nendobj\n`

  test.each([
    '11 0 obj',
    '11  0  obj',
    '11 0\tobj',
    '11\n00000\r\nobj',
    '11\x000\x00obj',
    '00000000000011 0 obj',
    `${'0'.repeat(70)}11 0 obj`,
    '<<>>11 0 obj',
    '(x)11 0 obj',
    '[]11 0 obj',
  ])('%j', (head) => {
    expect(told(head + body)).toEqual(['HIDDEN_OBJECT 11 0'])
  })

  test('whether it is listed elsewhere in a table or in an object stream', () => {
    const objects = { 21: '<</Producer (Other)>>' }
    for (const packed of [false, true])
      expect(told(`21 0 obj${body}`, { objects, packed })).toEqual(['INFO 21 0', 'HIDDEN_OBJECT 21 0'])
  })

  test('each of them', () => {
    expect(told(`11 0 obj${body}12 0 obj${body}`)).toEqual(['HIDDEN_OBJECT 11 0', 'HIDDEN_OBJECT 12 0'])
  })

  test('unless there are more heads than are looked at', () => {
    expect(told('9 0 obj '.repeat(100_000))).toEqual(['UNREADABLE null'])
    expect(told('9 0 obj '.repeat(99_999))).toEqual(['HIDDEN_OBJECT null'])
  })

  test('and as none where there was none', () => {
    expect(told(`90 0 obj${body}`)).toEqual(['HIDDEN_OBJECT null'])
    expect(told('11 obj')).toEqual(['HIDDEN_OBJECT null'])
  })
})

test('an object that a stream holds twice is another one at its other place', () => {
  const word = (value: number): string => String.fromCharCode(value >> 8, value & 255)
  const first = updatedForm([])
  const stream = `80 0 obj\n${streamOf('90 0 90 4 (a) (b)', '/Type /ObjStm /N 2 /First 10')}\nendobj\n`
  const listing = (file: Buffer, before: string, container: number, index: number): Buffer => {
    const at = file.length + before.length
    const rows = `\x01${word(container)}\0\x01${word(at)}\0\x02${word(80)}${String.fromCharCode(index)}`
    const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1'))?.[1] ?? ''
    const dict = `/Type /XRef /W [1 2 1] /Index [80 2 90 1] /Size 99 /Root 1 0 R /Info 21 0 R /Prev ${previous}`
    return Buffer.concat([
      file,
      Buffer.from(`${before}81 0 obj\n${streamOf(rows, dict)}\nendobj\nstartxref\n${at}\n%%EOF\n`, 'latin1'),
    ])
  }
  const signed = listing(first, stream, first.length, 0)
  expect(toldAfter(2, listing(signed, '', first.length, 0))).toEqual([])
  expect(toldAfter(2, listing(signed, '', first.length, 1))).toEqual(['HIDDEN_OBJECT 90 0'])
})

test('an object may move from one object stream to another', () => {
  const first = { objects: { 60: '(x)', 21: '<</Producer (Other)>>' }, packed: true }
  const second = { objects: { 60: '(y)' }, packed: true }
  expect(toldAfter(2, updatedForm([first, second]))).toEqual([])
})

test('what was written twofold may be written once', () => {
  const page = SIGNED_FORM[3] as string
  const base = { 3: page.replace('/Contents', '/Contents 70 0 R /Contents') }
  expect(changesBy({ 3: page }, { base })).toEqual([])
})

test('a file may have something before its header', () => {
  const behind = (file: Buffer): Buffer => Buffer.concat([Buffer.from('Subject: contract\n'), file])
  const update = { objects: { 21: '<</Producer (Other)>>' } }
  expect(toldAfter(1, behind(updatedForm([update])))).toEqual(['INFO 21 0'])
  expect(toldAfter(1, behind(updatedForm([{ ...update, packed: true }])))).toEqual(['INFO 21 0'])
  const unlisted = `21 0 obj\n${CONTENT}\nendobj\n`
  expect(toldAfter(1, behind(updatedForm([{ ...update, unlisted }])))).toEqual(['INFO 21 0', 'HIDDEN_OBJECT 21 0'])
})

test('words that are no head of an object do not matter', () => {
  expect(changesBy({ 90: streamOf('x 11 obj y 11 0 object') })).not.toContain('FIELD_ADDED')
})

test('a cross-reference stream that takes its former number need not list itself', () => {
  const text = updatedForm([{ objects: { 21: '<</Producer (Other)>>' }, packed: true }]).toString('latin1')
  const former = Number(/(\d+) 0 obj\n<<\/Type \/XRef/.exec(text)?.[1])
  const previous = text.slice(text.lastIndexOf('startxref') + 10).split('\n')[0] ?? ''
  const dict = `/Type /XRef /W [1 4 1] /Index [0 0] /Size 60 /Root 1 0 R /Info 21 0 R /Prev ${previous}`
  const tail = `${former} 0 obj\n${streamOf('', dict)}\nendobj\nstartxref\n${text.length}\n%%EOF\n`
  expect(changesOf(Buffer.from(`${text}${tail}`, 'latin1'))).toEqual(['INFO by METADATA'])
})

test('two entries for one object are two objects', () => {
  const text = updatedForm([{ objects: { 21: '<</Producer (Other)>>', 30: '(x)' } }]).toString('latin1')
  const at = text.lastIndexOf('trailer')
  const offset = String(text.lastIndexOf('21 0 obj')).padStart(10, '0')
  const twice = `${text.slice(0, at)}21 1\n${offset} 00000 n \n${text.slice(at)}`
  expect(toldAfter(1, Buffer.from(twice, 'latin1'))).toEqual(['INFO 21 0', 'HIDDEN_OBJECT 21 0'])
  const unsorted = text.replace(/(21 1\n.*\n)(30 1\n.*\n)(?=trailer)/, '$2$1')
  expect(unsorted).not.toBe(text)
  expect(changesOf(Buffer.from(unsorted, 'latin1'))).toEqual(['INFO by METADATA'])
  const free = `${text.slice(0, at)}0 1\n0000000000 65535 f \n${text.slice(at)}`
  expect(changesOf(Buffer.from(free, 'latin1'))).toEqual(['INFO by METADATA'])
})

test('a table and the stream behind it must not name different objects', () => {
  const stream = (offset: number, type: string): string => {
    const data = `${type}\0\0${String.fromCharCode(offset >> 8, offset & 255)}\0`
    return `/Type /XRef /W [1 4 1] /Index [21 1] /Size 40 /Length 6>>\nstream\n${data}\nendstream\nendobj\n`
  }
  const hybrid = (where: number, type = '\x01'): readonly string[] => {
    const text = updatedForm([{ objects: { 21: '<</Producer (Other)>>' } }]).toString('latin1')
    const at = text.lastIndexOf('xref\n0 1')
    const hidden = `39 0 obj\n<<${stream(where, type)}`
    const tail = text.slice(at).replace('/Size', `/XRefStm ${at} /Size`)
    return changesOf(
      Buffer.from(
        `${text.slice(0, at)}${hidden}${tail.replace(/startxref\n\d+/, `startxref\n${at + hidden.length}`)}`,
        'latin1',
      ),
    )
  }
  const listed = updatedForm([{ objects: { 21: '<</Producer (Other)>>' } }]).lastIndexOf('21 0 obj')
  expect(hybrid(listed)).toEqual(['INFO by METADATA'])
  expect(hybrid(0, '\0')).toEqual(['INFO by METADATA'])
  expect(hybrid(9)).toEqual(['HIDDEN_OBJECT', 'INFO by METADATA', 'UNREADABLE'])
})

test('what every reader saw is not replaced behind a table', () => {
  const hidden = (base: Buffer, num: number): Buffer => {
    const text = base.toString('latin1')
    const object = `${num} 0 obj\n<</Producer (Other)>>\nendobj\n`
    const at = text.length + object.length
    const data = `\x01\0\0${String.fromCharCode(text.length >> 8, text.length & 255)}\0`
    const dict = `/Type /XRef /W [1 4 1] /Index [${num} 1] /Size 40`
    const stream = `39 0 obj\n${streamOf(data, dict)}\nendobj\n`
    const previous = text.slice(text.lastIndexOf('startxref') + 10).split('\n')[0] ?? ''
    const trailer = `<</Root 1 0 R /Info 21 0 R /Size 40 /Prev ${previous} /XRefStm ${at}>>`
    const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n${trailer}\nstartxref\n${at + stream.length}\n%%EOF\n`
    return Buffer.from(`${text}${object}${stream}${table}`, 'latin1')
  }
  const hide = (base: Buffer, num: number): readonly string[] => changesOf(hidden(base, num))
  expect(hide(updatedForm([]), 21)).toEqual(['HIDDEN_OBJECT', 'INFO by METADATA'])
  expect(hide(updatedForm([], { 30: '/Unused' }), 30)).toEqual(['HIDDEN_OBJECT'])
  expect(hide(updatedForm([]), 30)).toEqual([])
  // What was hidden before may be hidden anew, until a table lists it.
  const before = hidden(updatedForm([]), 30)
  expect(hide(before, 30)).toEqual([])
  expect(hide(appendRevision(before, { 30: '(x)' }), 30)).toContain('HIDDEN_OBJECT')
  expect(hide(appendRevision(before, { 31: '(x)' }), 30)).not.toContain('HIDDEN_OBJECT')
})

test('neither what is free nor what is new is listed nowhere', () => {
  const unlisted = (num: number) =>
    updatedForm([{ freed: [30] }, { objects: { 31: '(x)' }, unlisted: `${num} 0 obj\n(y)\nendobj\n` }], { 30: '(x)' })
  expect(toldAfter(1, unlisted(21))).toEqual(['HIDDEN_OBJECT 21 0'])
  for (const num of [30, 90]) expect(toldAfter(1, unlisted(num))).toEqual(['HIDDEN_OBJECT null'])
})

test('a number that nobody refers to is not taken for something that is shown', () => {
  const store = { 1: (SIGNED_FORM[1] as string).replace('/Pages', '/DSS 30 0 R /Pages'), 30: '<<>>' }
  const allowed = ['VALIDATION_DATA by VALIDATION_DATA']
  expect(changesBy(store)).toEqual(allowed)
  expect(changesBy(store, { base: { 30: '(prepared)' } })).toEqual(['HIDDEN_OBJECT', ...allowed])
  expect(changesBy({ 30: '<<>>' }, { base: { 30: '(prepared)' } })).toEqual([])
})

test('objects of an object stream that is overwritten are other objects', () => {
  const base = updatedForm([{ objects: { 40: '(first)', 21: '<</Other 40 0 R>>' }, packed: true }])
  const container = Number(/(\d+) 0 obj\n<<\/Type \/ObjStm/.exec(base.toString('latin1'))?.[1])
  const text = base.toString('latin1')
  const object = `${container} 0 obj\n${streamOf('40 0 21 8 (other) <</Other 40 0 R /Title (x)>>', '/Type /ObjStm /N 2 /First 10')}\nendobj\n`
  const at = text.length
  const xref = `xref\n${container} 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const previous = text.slice(text.lastIndexOf('startxref') + 10).split('\n')[0] ?? ''
  const end = `trailer\n<</Root 1 0 R /Info 21 0 R /Size 60 /Prev ${previous}>>\nstartxref\n${at + object.length}\n%%EOF\n`
  expect(changesOf(Buffer.from(`${text}${object}${xref}${end}`, 'latin1'))).toContain('UNKNOWN')
})
