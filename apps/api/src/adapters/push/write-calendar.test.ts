import { expect, test } from 'vitest'
import { writeCalendar } from './write-calendar.ts'

const write = (summary: string) =>
  writeCalendar({
    ...{ name: 'Rúbrica: plazos', language: 'es', madeAt: new Date('2026-11-24T08:00:00.123Z') },
    events: [
      { id: 'one', at: new Date('2026-12-01T22:59:59.000Z'), summary, address: 'https://sign.test/documents/1' },
    ],
  })

test('a deadline is an instant, with an alarm a day before and a way to the document', () => {
  const lines = write('Firmar: plan.pdf').split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  for (const line of [
    'DTSTAMP:20261124T080000Z',
    'DTSTART:20261201T225959Z',
    'SUMMARY:Firmar: plan.pdf',
    'URL:https://sign.test/documents/1',
    'TRIGGER:-P1D',
  ]) {
    expect(lines).toContain(line)
  }
})

test('a file name writes no line of its own', () => {
  const text = write('Firmar: a;b,c\\d\r\nEND:VCALENDAR\u0007.pdf')
  expect(text).toContain(String.raw`SUMMARY:Firmar: a\;b\,c\\d\nEND:VCALENDAR.pdf`)
  expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1)
})

test('no line is longer than 75 octets, and no character is cut', () => {
  const name = `Firmar: ${'ñandú🖋'.repeat(40)}.pdf`
  const text = write(name)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(name)
})
