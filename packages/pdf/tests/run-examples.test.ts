/** Runs every example. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { turnFirstPage } from '../examples/append-an-update.ts'
import { tellRevisions } from '../examples/list-revisions.ts'
import { findPages, geometryOf, withPdf } from '../src/index.ts'
import { classicPdf, packedPdf } from '../testing/index.ts'

test('every example is run here', () => {
  const run = readFileSync(import.meta.filename, 'utf8')
  const names = readdirSync(join(import.meta.dirname, '../examples'))
  expect(names.filter((name) => !run.includes(`'../examples/${name}'`))).toEqual([])
})

test.each([
  ['a table', classicPdf],
  ['a stream', packedPdf],
])('append-an-update and list-revisions, after %s of cross-references', (_, make) => {
  const file = make({ pages: 2 })
  const turned = Buffer.concat([file, turnFirstPage(file)])
  expect(withPdf(turned, (document) => geometryOf(document, findPages(document, [1]).get(1)!).rotate)).toBe(90)
  expect(tellRevisions(turned)).toEqual([
    expect.stringMatching(/^revision 1: \d+ bytes, 2 pages$/),
    `revision 2: ${turned.length} bytes, 2 pages`,
  ])
})
