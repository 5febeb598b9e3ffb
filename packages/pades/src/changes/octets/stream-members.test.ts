import { expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { changesOf, parts, updatedForm } from '../../../testing/make-signed-form.ts'

const base = updatedForm([])
const previous = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(base.toString('latin1'))?.[1])

type Entry = readonly [num: number, stream: number, index: number]

/** An update with one object stream, number 80, and entries that lead into it. */
function changesIn(content: string, first: number, count: number, entries: readonly Entry[]): readonly string[] {
  const stream = `80 0 obj\n${streamOf(content, `/Type /ObjStm /N ${count} /First ${first}`)}\nendobj\n`
  const at = base.length + stream.length
  const word = (value: number): string => String.fromCharCode(value >> 8, value & 255)
  const rows = [
    `\x01${word(base.length)}\0`,
    `\x01${word(at)}\0`,
    ...entries.map(([, container, index]) => `\x02${word(container)}${String.fromCharCode(index)}`),
  ]
  const index = [80, 81, ...entries.map(([num]) => num)].map((num) => `${num} 1`).join(' ')
  const dict = `/Type /XRef /W [1 2 1] /Index [${index}] /Size 99 /Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /Prev ${previous}`
  const section = `81 0 obj\n${streamOf(rows.join(''), dict)}\nendobj\nstartxref\n${at}\n%%EOF\n`
  return changesOf(Buffer.concat([base, Buffer.from(stream + section, 'latin1')]))
}

test('objects at their places, one after the other, are found by all readers', () => {
  expect(changesIn('90 0 91 4 (a) (b)', 10, 2, [[90, 80, 0], [91, 80, 1]])).toEqual([]) // prettier-ignore
})

test('readers that go by place and by number must find the same', () => {
  expect(changesIn('90 0 91 4 (a) (b)', 10, 2, [[90, 80, 1], [91, 80, 0]])).toContain('UNREADABLE') // prettier-ignore
  expect(changesIn('90 0 91 4 (a) (b)', 10, 2, [[90, 80, 7]])).toContain('UNREADABLE')
  expect(changesIn('90 0 91 4 (a) (b)', 10, 1, [[90, 80, 0], [91, 80, 1]])).toContain('UNREADABLE') // prettier-ignore
})

test('readers that let an object end where the next one starts must find the same', () => {
  expect(changesIn('90 0 91 3 <</A /B>>(b)', 10, 2, [[90, 80, 0], [91, 80, 1]])).toContain('HIDDEN_OBJECT') // prettier-ignore
  expect(changesIn('90 4 91 0 (a) (b)', 10, 2, [[90, 80, 0], [91, 80, 1]])).toContain('HIDDEN_OBJECT') // prettier-ignore
})

test('readers that take all that a stream holds must find the same', () => {
  expect(changesIn(`${parts.content} 0 91 4 (a) (b)`, 10, 2, [[91, 80, 1]])).toEqual(['HIDDEN_OBJECT'])
  expect(changesIn('90 0 90 4 (a) (b)', 10, 2, [])).toEqual(['HIDDEN_OBJECT'])
  expect(changesIn('90 0 91 4 (a) (b)', 10, 2, [[91, 80, 1]])).toEqual([])
})
