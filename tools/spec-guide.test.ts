import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { problemsOfGuide, writeGuide } from './spec-guide.mjs'

const BUILT = ['S2-LOGIN-01', '2.login', 'A <rule> with *stars*.', 'built', 'src/log-in.test.ts#keeps the rule']
const READING = ['S2-LOGIN-R01', '2.login/r', 'What we read.', 'planned', '-']
const OTHER = ['S2-TOAST-01', '2.toasts', 'Another.', 'planned', '-']

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guide-'))
  mkdirSync(join(root, 'docs/spec'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const page = () => join(root, 'docs/spec/section-2.md')
const write = (text: string) => writeFileSync(page(), text)
const place = (topic: string) => `<!-- statements: ${topic} -->\n<!-- end -->\n`

it('writes the statements of a topic with their tests, once, where the page has a place for them', async () => {
  write(`# Log-in\n\nProse.\n\n${place('2.login')}`)
  expect(await writeGuide(root, [BUILT, READING])).toBe(1)
  const text = readFileSync(page(), 'utf8')
  expect(text).toContain('Prose.')
  expect(text).toContain(
    '**S2-LOGIN-01** A \\<rule\\> with \\*stars\\*. _Proof:_ [log-in.test.ts](../../src/log-in.test.ts) “keeps the rule”',
  )
  expect(text).toContain('**S2-LOGIN-R01** What we read. _(our reading)_ _Planned._')
  expect(await problemsOfGuide(root, [BUILT, READING])).toEqual([
    'docs/spec/section-2.md links to ../../src/log-in.test.ts, which does not exist',
  ])
  expect(await writeGuide(root, [BUILT, READING])).toBe(0)
})

it('finds a page that is missing, and one that is older than the ledger', async () => {
  expect(await problemsOfGuide(root, [READING])).toEqual(['docs/spec/section-2.md does not exist'])
  write(place('2.login'))
  expect(await problemsOfGuide(root, [READING])).toEqual([
    'docs/spec/section-2.md is older than the ledger: node tools/check-ledger.mjs --write',
  ])
})

it('finds topics without a place, in two places, and of another section', async () => {
  write(place('2.login') + place('2.login') + place('2.profile'))
  await writeGuide(root, [READING, OTHER])
  const problems = await problemsOfGuide(root, [READING, OTHER])
  expect(problems).toContain('docs/spec/section-2.md has no place for 2.toasts')
  expect(problems).toContain('docs/spec/section-2.md lists 2.login twice')
  expect(problems).toContain('docs/spec/section-2.md lists 2.profile, which the ledger has not')
})

it('finds links to what is not there, and leaves addresses alone', async () => {
  write(`[gone](../gone.ts) [it](section-2.md#top) [far](https://example.org/x)\n\n${place('2.login')}`)
  await writeGuide(root, [READING])
  expect(await problemsOfGuide(root, [READING])).toEqual([
    'docs/spec/section-2.md links to ../gone.ts, which does not exist',
  ])
})
