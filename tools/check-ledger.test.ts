import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkLedger } from './check-ledger.mjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const CHECK = fileURLToPath(new URL('check-ledger.mjs', import.meta.url))
/** What keeps a test from running, or from failing. */
const ASLEEP = ['skip', 'todo', 'fails']
const HEADER = 'id\tsection\tstatement\tstatus\ttest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ledger-'))
  mkdirSync(join(root, 'src'))
  const tests = [
    `it('keeps the reason', () => {})`,
    `test.each([1, 2])("says it's %d", () => {})`,
    ...ASLEEP.map((how) => `it.${how}('sleeps by ${how}', () => {})`),
    `test.each(CASES)('takes %s out of a list', () => {})`,
    `test.skipIf(!isThere(x))('needs a thing', () => {})`,
    `describe.runIf(existsSync(CORPUS))('files of others', () => {`,
    `  describe('in a group', () => it.each(FILES)('reads %s', () => {}))`,
    `})`,
    `test.each(existsSync(CORPUS) ? FILES : [])('judges %s', () => {})`,
    `test('gives up', ({ skip }) => { skip(!isThere(x)) })`,
    `test('takes long', { tag: '@full' }, () => {})`,
    `it.runIf(isThere(x))('is there twice', () => {})`,
    `it('is there twice', () => {})`,
    ...ASLEEP.map((how) => `it.${how}.each(CASES)('sleeps by ${how} in %s', () => {})`),
    `describe.each(CASES)('many of %s', () => {})`,
    `// 'only a remark'`,
    `expect(reason).toBe('only a value')`,
  ]
  writeFileSync(join(root, 'src/reject.test.ts'), tests.join('\n'))
  writeFileSync(join(root, 'src/reject.full.test.ts'), `it('tries every variant', () => {})`)
  writeFileSync(join(root, 'src/reject.ts'), `call('keeps the reason')`)
})
afterEach(() => rmSync(root, { recursive: true }))

function check(...rows: string[]) {
  const file = join(root, 'ledger.tsv')
  writeFileSync(file, rows.map((row) => `${row}\n`).join(''))
  const [said, complained]: [string[], string[]] = [[], []]
  const print = { say: (line: string) => said.push(line), complain: (line: string) => complained.push(line) }
  const isInOrder = checkLedger({ file, root, hasGuide: false }, print)
  return { isInOrder, stdout: said.join('\n'), stderr: complained.join('\n') }
}
const row = (status: string, test: string, id = 'S2-LOGIN-01', section = '2.login') =>
  [id, section, 'A rule.', status, test].join('\t')

describe('a ledger in order', () => {
  it('passes and counts built and planned rows of each section', () => {
    const { isInOrder, stdout } = check(
      HEADER,
      row('built', 'src/reject.test.ts#keeps the reason'),
      row('planned', '-', 'S2-LOGIN-R01', '2.login/r'),
      row('planned', '', 'S3-USER-01', '3.user'),
    )
    expect(isInOrder).toBe(true)
    expect(stdout).toMatch(/2\.login +1 built +1 planned/)
    expect(stdout).toMatch(/3\.user +0 built +1 planned/)
    expect(stdout).toMatch(/all +1 built +2 planned/)
  })

  it('finds a title of a table of cases, with a quote in it, and several tests of one row', () => {
    const both = `src/reject.test.ts#keeps the reason | src/reject.test.ts#says it's %d`
    expect(check(HEADER, row('built', both)).isInOrder).toBe(true)
  })

  it('finds a title behind a name', () => {
    expect(check(HEADER, row('built', `src/reject.test.ts#takes %s out of a list`)).isInOrder).toBe(true)
  })

  it('says which statements rest partly on tests that run under a condition', () => {
    const { isInOrder, stdout } = check(
      HEADER,
      row('built', 'src/reject.test.ts#keeps the reason | src/reject.test.ts#needs a thing'),
      row('built', 'src/reject.test.ts#reads %s | src/reject.test.ts#keeps the reason', 'S2-LOGIN-02'),
      row('built', 'src/reject.test.ts#is there twice', 'S2-LOGIN-03'),
    )
    expect(isInOrder).toBe(true)
    expect(stdout).toContain('2 statements rest partly on tests that run only under a condition')
    expect(stdout).toMatch(/S2-LOGIN-01 +skipIf\(!isThere\(x\)\)/)
    expect(stdout).toMatch(/S2-LOGIN-02 +runIf\(existsSync\(CORPUS\)\)/)
    expect(stdout).not.toContain('S2-LOGIN-03')
  })
})

describe('a ledger that says too much', () => {
  it.each([
    ['another header', ['id\tstatement', row('planned', '-')], 'header'],
    ['a missing column', [HEADER, 'S2-LOGIN-01\t2.login\tA rule.\tplanned'], '4 columns'],
    ['the same id twice', [HEADER, row('planned', '-'), row('planned', '-')], 'already on line 2'],
    ['an id of another form', [HEADER, row('planned', '-', 'login-1')], 'not of the form'],
    ['a section of another chapter', [HEADER, row('planned', '-', 'S3-LOGIN-01')], 'does not go with the id'],
    ['an unknown status', [HEADER, row('done', '-')], 'neither planned nor built'],
    ['built without a test', [HEADER, row('built', '-')], 'no test is named'],
    ['a test without a title', [HEADER, row('built', 'src/reject.test.ts')], 'not path#title'],
    ['a test file that is not there', [HEADER, row('built', 'src/gone.test.ts#x')], 'does not exist'],
    ['a file that is no test', [HEADER, row('built', 'src/reject.ts#keeps the reason')], 'not named like a test'],
    ['a file outside the repository', [HEADER, row('built', '../x.test.ts#x')], 'outside the repository'],
    ['a title nobody wrote', [HEADER, row('built', 'src/reject.test.ts#keeps')], 'no test titled'],
    ['a title only in a remark', [HEADER, row('built', 'src/reject.test.ts#only a remark')], 'no test titled'],
    ['a title only in an assertion', [HEADER, row('built', 'src/reject.test.ts#only a value')], 'no test titled'],
    ['the title of a group', [HEADER, row('built', 'src/reject.test.ts#many of %s')], 'no test titled'],
  ])('fails on %s', (_, rows, message) => {
    const { isInOrder, stderr } = check(...rows)
    expect(isInOrder).toBe(false)
    expect(stderr).toContain(message)
  })

  it.each(ASLEEP)('fails on a test, or a table of cases, that sleeps by %s', (how) => {
    for (const title of [`sleeps by ${how}`, `sleeps by ${how} in %s`]) {
      const { isInOrder, stderr } = check(HEADER, row('built', `src/reject.test.ts#${title}`))
      expect(isInOrder).toBe(false)
      expect(stderr).toContain('does not run')
    }
  })

  it.each([
    ['needs a thing', 'skipIf(!isThere(x))'],
    ['reads %s', 'runIf(existsSync(CORPUS))'],
    ['judges %s', 'each(existsSync(CORPUS) ? FILES : [])'],
    ['gives up', 'skip(!isThere(x))'],
  ])('fails on "%s" as the only test, which may not run on a bare clone', (title, condition) => {
    const { isInOrder, stderr } = check(HEADER, row('built', `src/reject.test.ts#${title}`))
    expect(isInOrder).toBe(false)
    expect(stderr).toContain(`no test that always runs: ${condition}`)
  })

  it.each([
    ['src/reject.test.ts#takes long', 'tag @full'],
    ['src/reject.full.test.ts#tries every variant', 'the full run'],
  ])('fails on %s as the only test, which npm test leaves to the full run', (reference, condition) => {
    const { isInOrder, stderr } = check(HEADER, row('built', reference))
    expect(isInOrder).toBe(false)
    expect(stderr).toContain(`no test that always runs: ${condition}`)
  })

  it('fails on a ledger that does not exist', () => {
    const gone = spawnSync(process.execPath, [CHECK, join(root, 'gone.tsv'), root], { encoding: 'utf8' })
    expect(gone).toMatchObject({ status: 1, stderr: expect.stringContaining('gone.tsv does not exist') as string })
  })
})
