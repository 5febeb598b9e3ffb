import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listStatements, problemsOfGuide } from './spec-guide.mjs'

const BUILT = [
  'S2-LOGIN-01',
  '2.login',
  'A <rule> with *stars*.',
  'built',
  'src/log-in.test.ts#keeps | src/b.test.ts#b',
]
const READING = ['S2-LOGIN-R01', '2.login/r', 'What we read.', 'planned', '-']
const OTHER = ['S3-USER-01', '3.user', 'Another.', 'planned', '-']
const GUIDE = `# Guide

## 2. Screens

All of them.

### Log-in (2.login)

[Here](../../src/log-in.ts), by [the rule](rules.md#top) of [others](https://example.org/x).

## 3. Fields

### User (3.user)

None yet.
`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guide-'))
  mkdirSync(join(root, 'docs/spec'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (text: string) => writeFileSync(join(root, 'docs/spec/guide.md'), text)
const rows = [BUILT, READING, OTHER]

it('lists below a topic what is said of it, its statements and their tests, with links as from the root', () => {
  write(GUIDE)
  expect(listStatements(root, rows, '2.login')).toBe(`### Log-in (2.login)

[Here](src/log-in.ts), by [the rule](docs/spec/rules.md) of [others](https://example.org/x).

- **S2-LOGIN-01** A \\<rule\\> with \\*stars\\*.
  - src/log-in.test.ts “keeps”
  - src/b.test.ts “b”
- **S2-LOGIN-R01** What we read. _(our reading)_
  - _planned_
`)
})

it('lists a section with its topics, everything without a name, and nothing under a name that there is not', () => {
  write(GUIDE)
  expect(listStatements(root, rows, '3')).toBe(
    '## 3. Fields\n\n### User (3.user)\n\nNone yet.\n\n- **S3-USER-01** Another.\n  - _planned_\n',
  )
  const all = listStatements(root, rows)
  for (const [id] of rows) expect(all).toContain(id)
  expect(all).toContain('# Guide\n\n## 2. Screens\n\nAll of them.')
  expect(listStatements(root, rows, '2.logout')).toBeNull()
})

it('finds a page that is missing', () => {
  expect(problemsOfGuide(root, rows)).toEqual(['docs/spec/guide.md does not exist'])
})

it('finds topics without a heading, with two, and of no statement', () => {
  write('### Log-in (2.login)\n\n### Log-in (2.login)\n\n### Profile (2.profile)\n')
  expect(problemsOfGuide(root, rows)).toEqual([
    'docs/spec/guide.md has no heading for 3.user',
    'docs/spec/guide.md names 2.profile, which the ledger has not',
    'docs/spec/guide.md names 2.login twice',
  ])
})

it('finds links to what is not there, and leaves addresses alone', () => {
  write(GUIDE)
  expect(problemsOfGuide(root, rows)).toEqual([
    'docs/spec/guide.md links to ../../src/log-in.ts, which does not exist',
    'docs/spec/guide.md links to rules.md, which does not exist',
  ])
})
