import { expect, test } from 'vitest'
import { gatherEvents } from './gather-events.ts'

const PEOPLE: Record<string, { userId: string; name: string }> = {
  ana: { userId: 'ana', name: 'Ana' },
  biel: { userId: 'biel', name: 'Biel' },
}

/** Events written as `type` or `type who`, and the lines that come of them as `type who×count`. */
const linesOf = (...written: string[]) =>
  gatherEvents(
    written.map((text, sequence) => {
      const [type = '', who = ''] = text.split(' ')
      return { sequence, type, at: '2026-11-23T10:00:00Z', person: PEOPLE[who] ?? null, reason: null, changes: [] }
    }),
  ).map(({ type, person, count }) => [type, person?.userId, count > 1 && `×${count}`].filter(Boolean).join(' '))

test('pages that somebody sees in a row are one line, and so are those of two people at a time', () => {
  expect(linesOf('document-sent', 'page-served ana', 'page-served biel', 'page-served ana')).toEqual([
    'document-sent',
    'page-served ana ×2',
    'page-served biel',
  ])
})

test('what was seen after something had changed is a line of its own', () => {
  expect(linesOf('page-served ana', 'document-signed biel', 'page-served ana')).toEqual([
    'page-served ana',
    'document-signed biel',
    'page-served ana',
  ])
})

test('a signature that was begun is told only where nothing came of it', () => {
  expect(linesOf('signature-started ana', 'signature-started biel', 'document-signed ana')).toEqual([
    'signature-started biel',
    'document-signed ana',
  ])
  expect(linesOf('signature-started ana', 'signature-failed ana', 'signature-started ana')).toEqual([
    'signature-failed ana',
    'signature-started ana',
  ])
})

test('an event of a type that nobody here knows is told as such', () => {
  expect(linesOf('signer-moved biel')).toEqual(['other biel'])
})
