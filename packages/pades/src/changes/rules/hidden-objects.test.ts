import { expect, test } from 'vitest'
import { appendRevision } from '../../test-keys/append-revision.ts'
import { streamOf } from '../../test-keys/build-test-revisions.ts'
import { changesBy, changesOf, SIGNED_FORM, updatedForm } from '../../test-keys/make-signed-form.ts'

const CONTENT = streamOf('BT (Pay 900) Tj ET')

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
  const text = updatedForm([{ objects: { 21: '<</Producer (Other)>>' } }]).toString('latin1')
  const at = text.lastIndexOf('trailer')
  const twice = (num: number): Buffer =>
    Buffer.from(`${text.slice(0, at)}${num} 1\n0000000009 00000 n \n${text.slice(at)}`, 'latin1')
  expect(changesOf(twice(21))).toContain('HIDDEN_OBJECT')
})

test('a table and the stream behind it must not name different objects', () => {
  const stream = (offset: number): string => {
    const data = `\x01\0\0${String.fromCharCode(offset >> 8, offset & 255)}\0`
    return `/Type /XRef /W [1 4 1] /Index [21 1] /Size 40 /Length 6>>\nstream\n${data}\nendstream\nendobj\n`
  }
  const hybrid = (where: number): readonly string[] => {
    const text = updatedForm([{ objects: { 21: '<</Producer (Other)>>' } }]).toString('latin1')
    const at = text.lastIndexOf('xref\n0 1')
    const hidden = `39 0 obj\n<<${stream(where)}`
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
  for (const num of [21, 30, 90]) expect(changesOf(unlisted(num))).toEqual(['HIDDEN_OBJECT'])
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
