import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { problemsOfDecisions, problemsOfPages } from './docs-problems.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docs-'))
  write('docs/README.md', '# Documentation\n')
  write('apps/api/src/sign.ts', 'export function signDocument() {}\n')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('pages', () => {
  it('are in order when what they name is there', () => {
    write(
      'README.md',
      [
        '[docs](docs/README.md#top) [far](https://example.org/x) `apps/api/src` `apps/api/src/sign.ts`',
        '`npm run check` `apps/<name>/src` `apps/*/tests` `sign.ts`',
        '[sign.ts](apps/api/src/sign.ts) `signDocument()`',
        '```',
        'apps/api/src   the server',
        'npm start',
        '```',
      ].join('\n'),
    )
    expect(problemsOfPages(root)).toEqual([])
  })

  it('are not when a link, a path in backticks or in a tree, or a function is gone', () => {
    write('README.md', '`apps/web`\n\n```\npackages/pki   certificates\n```\n')
    write('packages/pdf/README.md', '[example](examples/a.ts)')
    write('packages/pdf/node_modules/other/README.md', '[gone](gone.md)')
    write(
      'docs/spec/guide.md',
      '[a](../../apps/a.ts) [sign.ts](../../apps/api/src/sign.ts) `signDocument()`, `forget()` and `claim()`',
    )
    expect(problemsOfPages(root)).toEqual([
      'README.md names apps/web, which does not exist',
      'README.md names packages/pki, which does not exist',
      'docs/spec/guide.md links to ../../apps/a.ts, which does not exist',
      'docs/spec/guide.md names forget() in ../../apps/api/src/sign.ts, which does not exist',
      'docs/spec/guide.md names claim() in ../../apps/api/src/sign.ts, which does not exist',
      'packages/pdf/README.md links to examples/a.ts, which does not exist',
    ])
  })
})

describe('the index of decisions', () => {
  const index = (...lines: string[]) => write('docs/decisions/README.md', `# Decisions\n\n${lines.join('\n')}\n`)
  const ONE = '- [0001](0001-one.md) One thing'
  const THREE = '- [0003](0003-three.md) Three things _(superseded)_'
  const UNUSED = '\nNumbers that were never used: 0002.'

  beforeEach(() => {
    write('docs/decisions/0000-template.md', '# 0000: What was decided\n')
    write('docs/decisions/0001-one.md', '# 0001: One thing\n\n- Status: accepted\n')
    write('docs/decisions/0003-three.md', '# 0003: Three things\n\n- Status: superseded by [1](0001-one.md)\n')
  })

  it('is in order with each record once, and each number that was never used', () => {
    index(ONE, THREE, UNUSED)
    expect(problemsOfDecisions(root)).toEqual([])
  })

  it('is not when a record is missing, stands twice, or is called otherwise', () => {
    index(ONE, ONE, UNUSED)
    expect(problemsOfDecisions(root)).toEqual([
      'docs/decisions/README.md lists 0001-one.md twice',
      'docs/decisions/README.md does not list 0003-three.md',
    ])
    index('- [0002](0001-one.md) One', THREE, UNUSED)
    expect(problemsOfDecisions(root)).toEqual([
      'docs/decisions/README.md calls 0001-one.md "One", not "One thing"',
      'docs/decisions/README.md gives 0001-one.md the number 0002',
    ])
  })

  it('is not when it says nothing of a number that was left out', () => {
    index(ONE, THREE)
    expect(problemsOfDecisions(root)).toEqual([
      'docs/decisions/README.md has to say which numbers were never used: 0002',
    ])
  })
})
