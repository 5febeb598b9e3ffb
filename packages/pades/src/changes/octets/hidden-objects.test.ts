import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { appendRevision, streamOf } from '@rubrica/pdf/testing'
import { changesBy, changesOf, NO_LIMITS, object, parts, updatedForm } from '../../../testing/make-signed-form.ts'
import { changesAfter } from '../changes-after.ts'

const CONTENT = streamOf('BT (Pay 900) Tj ET')

/** What changed after a revision, each with the object that shows it: "HIDDEN_OBJECT 30 0". */
const reportedAfter = (revision: number, file: Uint8Array): readonly string[] =>
  withPdf(file, (document) => [
    ...new Set(changesAfter(document, revision, NO_LIMITS).map(({ what, object }) => `${what} ${object}`)),
  ])

test('an object that is written and not listed shows to readers that scan the file', () => {
  expect(changesBy({}, { unlisted: `${parts.content} 0 obj\n${CONTENT}\nendobj\n` })).toEqual(['HIDDEN_OBJECT'])
  expect(changesBy({}, { unlisted: `<<>>${parts.content}  0 obj\n${CONTENT}\nendobj\n`, packed: true })).toEqual([
    'HIDDEN_OBJECT',
  ])
})

test('an object that is written twice shows twice', () => {
  const filled = { [parts.info]: '<</Producer (Other)>>' }
  expect(changesBy(filled, { unlisted: `${parts.info} 0 obj\n<<>>\nendobj\n` })).toEqual([
    'HIDDEN_OBJECT',
    'INFO by METADATA',
  ])
})

test('an object that is written twice in the same way shows once, unless it is a stream', () => {
  const producer = '<</Producer (Other)>>'
  const twice = (now: string, unlisted: string): readonly string[] =>
    changesBy({ [parts.info]: now }, { unlisted: `${parts.info} 0 obj ${unlisted} endobj\n` })
  expect(twice(producer, producer)).toEqual(['INFO by METADATA'])
  expect(twice('(a endobj b)', '(a endobj c)')).toContain('HIDDEN_OBJECT')
  expect(twice(producer, '<</Producer (Pay 900) /Producer (Other)>>')).toContain('HIDDEN_OBJECT')
  expect(twice(producer, '<</Producer (Other)')).toContain('HIDDEN_OBJECT')
  expect(twice(CONTENT, CONTENT)).toContain('HIDDEN_OBJECT')
})

describe('what stands unlisted is reported as the object whose place it takes', () => {
  const reported = (unlisted: string, { packed = false, objects = {} } = {}): readonly string[] =>
    reportedAfter(1, updatedForm([{ objects: { 60: '(x)', ...objects }, unlisted, packed }]))
  const body = `\n${CONTENT}\nendobj\n`

  test.each([
    `${parts.content} 0 obj`,
    `${parts.content}  0  obj`,
    `${parts.content} 0\tobj`,
    `${parts.content}\n00000\r\nobj`,
    `${parts.content}\x000\x00obj`,
    `000000000000${parts.content} 0 obj`,
    `${'0'.repeat(70)}${parts.content} 0 obj`,
    `<<>>${parts.content} 0 obj`,
    `(x)${parts.content} 0 obj`,
    `[]${parts.content} 0 obj`,
  ])('%j', (head) => {
    expect(reported(head + body)).toEqual([`HIDDEN_OBJECT ${parts.content} 0`])
  })

  test('whether it is listed elsewhere in a table or in an object stream', () => {
    const objects = { [parts.info]: '<</Producer (Other)>>' }
    for (const packed of [false, true])
      expect(reported(`${parts.info} 0 obj${body}`, { objects, packed })).toEqual([
        `INFO ${parts.info} 0`,
        `HIDDEN_OBJECT ${parts.info} 0`,
      ])
  })

  test('each of them', () => {
    expect(reported(`${parts.content} 0 obj${body}${parts.font} 0 obj${body}`)).toEqual([
      `HIDDEN_OBJECT ${parts.content} 0`,
      `HIDDEN_OBJECT ${parts.font} 0`,
    ])
  })

  test('unless there are more heads than are looked at', () => {
    expect(reported('9 0 obj '.repeat(100_000))).toEqual(['UNREADABLE null'])
    expect(reported('9 0 obj '.repeat(99_999))).toEqual(['HIDDEN_OBJECT null'])
  })

  test('and as none where there was none', () => {
    expect(reported(`90 0 obj${body}`)).toEqual(['HIDDEN_OBJECT null'])
    expect(reported(`${parts.content} obj`)).toEqual(['HIDDEN_OBJECT null'])
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
    const dict = `/Type /XRef /W [1 2 1] /Index [80 2 90 1] /Size 99 /Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /Prev ${previous}`
    return Buffer.concat([
      file,
      Buffer.from(`${before}81 0 obj\n${streamOf(rows, dict)}\nendobj\nstartxref\n${at}\n%%EOF\n`, 'latin1'),
    ])
  }
  const signed = listing(first, stream, first.length, 0)
  expect(reportedAfter(2, listing(signed, '', first.length, 0))).toEqual([])
  expect(reportedAfter(2, listing(signed, '', first.length, 1))).toEqual(['HIDDEN_OBJECT 90 0'])
})

test('an object may move from one object stream to another', () => {
  const first = { objects: { 60: '(x)', [parts.info]: '<</Producer (Other)>>' }, packed: true }
  const second = { objects: { 60: '(y)' }, packed: true }
  expect(reportedAfter(2, updatedForm([first, second]))).toEqual([])
})

test('what was written twofold may be written once', () => {
  const page = object(parts.page1)
  const base = { [parts.page1]: page.replace('/Contents', '/Contents 70 0 R /Contents') }
  expect(changesBy({ [parts.page1]: page }, { base })).toEqual([])
})

test('a file may have something before its header', () => {
  const behind = (file: Buffer): Buffer => Buffer.concat([Buffer.from('Subject: contract\n'), file])
  const update = { objects: { [parts.info]: '<</Producer (Other)>>' } }
  expect(reportedAfter(1, behind(updatedForm([update])))).toEqual([`INFO ${parts.info} 0`])
  expect(reportedAfter(1, behind(updatedForm([{ ...update, packed: true }])))).toEqual([`INFO ${parts.info} 0`])
  const unlisted = `${parts.info} 0 obj\n${CONTENT}\nendobj\n`
  expect(reportedAfter(1, behind(updatedForm([{ ...update, unlisted }])))).toEqual([
    `INFO ${parts.info} 0`,
    `HIDDEN_OBJECT ${parts.info} 0`,
  ])
})

test('words that are no head of an object do not matter', () => {
  expect(changesBy({ 90: streamOf(`x ${parts.content} obj y ${parts.content} 0 object`) })).not.toContain('FIELD_ADDED')
})

test('a cross-reference stream that takes its former number need not list itself', () => {
  const text = updatedForm([{ objects: { [parts.info]: '<</Producer (Other)>>' }, packed: true }]).toString('latin1')
  const former = Number(/(\d+) 0 obj\n<<\/Type \/XRef/.exec(text)?.[1])
  const previous = text.slice(text.lastIndexOf('startxref') + 10).split('\n')[0] ?? ''
  const dict = `/Type /XRef /W [1 4 1] /Index [0 0] /Size 60 /Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /Prev ${previous}`
  const tail = `${former} 0 obj\n${streamOf('', dict)}\nendobj\nstartxref\n${text.length}\n%%EOF\n`
  expect(changesOf(Buffer.from(`${text}${tail}`, 'latin1'))).toEqual(['INFO by METADATA'])
})

test('two entries for one object are two objects', () => {
  const text = updatedForm([{ objects: { [parts.info]: '<</Producer (Other)>>', 30: '(x)' } }]).toString('latin1')
  const at = text.lastIndexOf('trailer')
  const offset = String(text.lastIndexOf(`${parts.info} 0 obj`)).padStart(10, '0')
  const twice = `${text.slice(0, at)}${parts.info} 1\n${offset} 00000 n \n${text.slice(at)}`
  expect(reportedAfter(1, Buffer.from(twice, 'latin1'))).toEqual([
    `INFO ${parts.info} 0`,
    `HIDDEN_OBJECT ${parts.info} 0`,
  ])
  const unsorted = text.replace(new RegExp(`(${parts.info} 1\n.*\n)(30 1\n.*\n)(?=trailer)`), '$2$1')
  expect(unsorted).not.toBe(text)
  expect(changesOf(Buffer.from(unsorted, 'latin1'))).toEqual(['INFO by METADATA'])
  const free = `${text.slice(0, at)}0 1\n0000000000 65535 f \n${text.slice(at)}`
  expect(changesOf(Buffer.from(free, 'latin1'))).toEqual(['INFO by METADATA'])
})

test('a table and the stream behind it must not name different objects', () => {
  const stream = (offset: number, type: string): string => {
    const data = `${type}\0\0${String.fromCharCode(offset >> 8, offset & 255)}\0`
    return `/Type /XRef /W [1 4 1] /Index [${parts.info} 1] /Size 40 /Length 6>>\nstream\n${data}\nendstream\nendobj\n`
  }
  const hybrid = (where: number, type = '\x01'): readonly string[] => {
    const text = updatedForm([{ objects: { [parts.info]: '<</Producer (Other)>>' } }]).toString('latin1')
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
  const listed = updatedForm([{ objects: { [parts.info]: '<</Producer (Other)>>' } }]).lastIndexOf(
    `${parts.info} 0 obj`,
  )
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
    const trailer = `<</Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /Size 40 /Prev ${previous} /XRefStm ${at}>>`
    const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n${trailer}\nstartxref\n${at + stream.length}\n%%EOF\n`
    return Buffer.from(`${text}${object}${stream}${table}`, 'latin1')
  }
  const hide = (base: Buffer, num: number): readonly string[] => changesOf(hidden(base, num))
  expect(hide(updatedForm([]), parts.info)).toEqual(['HIDDEN_OBJECT', 'INFO by METADATA'])
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
  expect(reportedAfter(1, unlisted(parts.info))).toEqual([`HIDDEN_OBJECT ${parts.info} 0`])
  for (const num of [30, 90]) expect(reportedAfter(1, unlisted(num))).toEqual(['HIDDEN_OBJECT null'])
})

test('a number that nobody refers to is not taken for something that is shown', () => {
  const store = { [parts.catalog]: object(parts.catalog).replace('/Pages', '/DSS 30 0 R /Pages'), 30: '<<>>' }
  const allowed = ['VALIDATION_DATA by VALIDATION_DATA']
  expect(changesBy(store)).toEqual(allowed)
  expect(changesBy(store, { base: { 30: '(prepared)' } })).toEqual(['HIDDEN_OBJECT', ...allowed])
  expect(changesBy({ 30: '<<>>' }, { base: { 30: '(prepared)' } })).toEqual([])
})

test('objects of an object stream that is overwritten are other objects', () => {
  const base = updatedForm([{ objects: { 40: '(first)', [parts.info]: '<</Other 40 0 R>>' }, packed: true }])
  const container = Number(/(\d+) 0 obj\n<<\/Type \/ObjStm/.exec(base.toString('latin1'))?.[1])
  const text = base.toString('latin1')
  const object = `${container} 0 obj\n${streamOf(`40 0 ${parts.info} 8 (other) <</Other 40 0 R /Title (x)>>`, '/Type /ObjStm /N 2 /First 10')}\nendobj\n`
  const at = text.length
  const xref = `xref\n${container} 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const previous = text.slice(text.lastIndexOf('startxref') + 10).split('\n')[0] ?? ''
  const end = `trailer\n<</Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /Size 60 /Prev ${previous}>>\nstartxref\n${at + object.length}\n%%EOF\n`
  expect(changesOf(Buffer.from(`${text}${object}${xref}${end}`, 'latin1'))).toContain('INFO by METADATA')
})
