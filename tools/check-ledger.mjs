// Keeps docs/spec/ledger.tsv honest: a statement may only be called built when a test with that very title exists, and
// when one of its tests runs with `npm test` in every clone, without files or programs that are no part of it
// (test-conditions.mjs). It keeps the guide beside it (docs/spec/guide.md) true, too: see spec-guide.mjs.
// Usage: node tools/check-ledger.mjs [LEDGER.tsv [ROOT]]     exit 0 = in order, 1 = problems, listed on stderr
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readLedger, topicOf } from './read-ledger.mjs'
import { problemsOfGuide } from './spec-guide.mjs'
import { readConditions } from './test-conditions.mjs'

const COLUMNS = ['id', 'section', 'statement', 'status', 'test']
const STATUSES = ['planned', 'built']
const NO_TEST = ['', '-']
const ID = /^S(\d)-[A-Z]+-(R?)\d{2,3}$/
const TEST_FILE = /\.(?:test|spec)\.tsx?$/
const IN_FULL = /\.full\.(?:test|spec)\.tsx?$/

/** The tests below a folder: a file named by many rows is read once, and so are the conditions of its tests. */
const testsBelow = (root) => ({ root, sources: new Map(), conditionsByPath: new Map() })

function readSource({ sources }, path) {
  if (!sources.has(path)) sources.set(path, existsSync(path) ? readFileSync(path, 'utf8') : null)
  return sources.get(path)
}

/** On what it depends that the tests of one row run: a list for each of them. */
function conditionsOfRow(tests, test) {
  const { root, conditionsByPath } = tests
  return test.split(' | ').map((reference) => {
    const hash = reference.indexOf('#')
    const path = resolve(root, reference.slice(0, hash))
    if (!conditionsByPath.has(path)) conditionsByPath.set(path, readConditions(readSource(tests, path) ?? ''))
    const own = conditionsByPath.get(path).get(reference.slice(hash + 1)) ?? []
    return IN_FULL.test(path) ? ['the full run', ...own] : own
  })
}

const forPattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The name before the table of cases, or the condition, that ends at `end`: `test.each(cases)` gives `test.each`. */
function nameBeforeTable(source, end) {
  const names = source.slice(0, end).matchAll(/\b((?:describe|it|test)(?:\.\w+)+)\s*[(<`]/g)
  return [...names].at(-1)?.[1] ?? 'none'
}

/** The test calls in `source` that have this title, as the names before the parenthesis: `it`, `test.skip`, … */
function callsWithTitle(source, title) {
  return ["'", '"', '`'].flatMap((quote) => {
    const written = title.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
    const call = new RegExp(`([\\w.]*)(\\)|\`)?\\(\\s*${forPattern(quote + written + quote)}`, 'g')
    return [...source.matchAll(call)]
      .map((match) => (match[2] ? nameBeforeTable(source, match.index + match[1].length) : match[1]))
      .filter((name) => /^(?:it|test)(?:\..*)?$/.test(name))
  })
}

/** What is wrong with one reference `path#title`, or null. */
function problemOfReference(tests, reference) {
  const { root } = tests
  const hash = reference.indexOf('#')
  if (hash < 1 || hash === reference.length - 1) return `test reference "${reference}" is not path#title`
  const path = resolve(root, reference.slice(0, hash))
  const title = reference.slice(hash + 1)
  if (relative(root, path).startsWith('..')) return `test file ${reference.slice(0, hash)} lies outside the repository`
  if (!TEST_FILE.test(path)) return `${reference.slice(0, hash)} is not named like a test file`
  const source = readSource(tests, path)
  if (source === null) return `test file ${reference.slice(0, hash)} does not exist`
  const calls = callsWithTitle(source, title)
  if (calls.length === 0) return `no test titled "${title}" in ${reference.slice(0, hash)}`
  if (calls.every((name) => /\.(?:skip|todo|fails)\b/.test(name))) return `the test titled "${title}" does not run`
  return null
}

function problemsOfRow(tests, [id, section, statement, status, test]) {
  const problems = []
  const parts = ID.exec(id)
  if (!parts) problems.push(`id "${id}" is not of the form S2-LOGIN-03 or S2-LOGIN-R03`)
  if (parts && !section.startsWith(`${parts[1]}.`)) problems.push(`section "${section}" does not go with the id`)
  if (parts && section.endsWith('/r') !== (parts[2] === 'R'))
    problems.push('an R id and a section ending in /r go together')
  if (statement.trim() === '') problems.push('the statement is empty')
  if (!STATUSES.includes(status)) problems.push(`status "${status}" is neither ${STATUSES.join(' nor ')}`)
  const named = !NO_TEST.includes(test)
  if (status === 'built' && !named) problems.push('built, but no test is named')
  // A planned row may already name a first test; then that test has to exist too.
  if (named)
    problems.push(
      ...test
        .split(' | ')
        .map((one) => problemOfReference(tests, one))
        .filter(Boolean),
    )
  if (named && problems.length === 0) {
    const conditions = conditionsOfRow(tests, test)
    if (conditions.every((one) => one.length > 0))
      problems.push(`no test that always runs: ${[...new Set(conditions.flat())].join(', ')}`)
  }
  return problems
}

function findProblems(tests, { header, rows }) {
  if (header.join('\t') !== COLUMNS.join('\t')) return [`line 1: the header has to be ${COLUMNS.join(', ')}`]
  const firstLine = new Map()
  return rows.flatMap((row, index) => {
    const line = index + 2
    if (row.length !== COLUMNS.length) return [`line ${line}: ${row.length} columns instead of ${COLUMNS.length}`]
    const earlier = firstLine.get(row[0])
    firstLine.set(row[0], earlier ?? line)
    const problems = problemsOfRow(tests, row)
    if (earlier !== undefined) problems.push(`the id is already on line ${earlier}`)
    return problems.map((problem) => `line ${line} (${row[0]}): ${problem}`)
  })
}

function printCounts(rows, say) {
  const counts = new Map()
  for (const [, section, , status] of rows) {
    const name = topicOf(section)
    const count = counts.get(name) ?? { built: 0, planned: 0 }
    count[status] += 1
    counts.set(name, count)
  }
  const line = (name, { built, planned }) =>
    `${name.padEnd(30)} ${String(built).padStart(4)} built ${String(planned).padStart(4)} planned`
  const total = { built: 0, planned: 0 }
  for (const [name, count] of counts) {
    say(line(name, count))
    total.built += count.built
    total.planned += count.planned
  }
  say(line('all', total))
}

function printConditions(tests, rows, say) {
  const partly = rows
    .filter(([, , , , test]) => !NO_TEST.includes(test))
    .map(([id, , , , test]) => [id, [...new Set(conditionsOfRow(tests, test).flat())]])
    .filter(([, conditions]) => conditions.length > 0)
  say(`${partly.length} statements rest partly on tests that run only under a condition`)
  for (const [id, conditions] of partly) say(`  ${id.padEnd(20)} ${conditions.join(', ')}`)
}

/**
 * Prints what is wrong, or what there is.
 * @param hasGuide false for a ledger elsewhere
 * @returns whether it is in order
 */
export function checkLedger({ file, root, hasGuide }, { say, complain }) {
  const name = relative(process.cwd(), file)
  if (!existsSync(file)) {
    complain(`The ledger ${name} does not exist.`)
    return false
  }
  const tests = testsBelow(root)
  const ledger = readLedger(readFileSync(file, 'utf8'))
  const problems = findProblems(tests, ledger)
  if (problems.length === 0 && hasGuide) problems.push(...problemsOfGuide(root, ledger.rows))
  if (problems.length > 0) {
    for (const problem of problems) complain(problem)
    complain(`${problems.length} problem${problems.length === 1 ? '' : 's'} in ${name}`)
    return false
  }
  printCounts(ledger.rows, say)
  printConditions(tests, ledger.rows, say)
  return true
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [wish, rootWish] = process.argv.slice(2)
  const root = resolve(rootWish ?? fileURLToPath(new URL('..', import.meta.url)))
  const file = resolve(wish ?? `${root}/docs/spec/ledger.tsv`)
  const isInOrder = checkLedger(
    { file, root, hasGuide: wish === undefined },
    { say: console.log, complain: console.error },
  )
  process.exitCode = isInOrder ? 0 : 1
}
