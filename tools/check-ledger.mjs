// Keeps docs/spec/ledger.tsv honest: a statement may only be called built when a test with that very title exists, and
// when one of its tests runs in every clone, without files or programs that are no part of it (test-conditions.mjs). It
// keeps the guide beside it (docs/spec/guide.md) true, too: see spec-guide.mjs.
// Usage: node tools/check-ledger.mjs [LEDGER.tsv [ROOT]]     exit 0 = in order, 1 = problems, listed on stderr
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readLedger, topicOf } from './read-ledger.mjs'
import { problemsOfGuide } from './spec-guide.mjs'
import { readConditions } from './test-conditions.mjs'

const COLUMNS = ['id', 'section', 'statement', 'status', 'test']
const STATUSES = ['planned', 'built']
const NO_TEST = ['', '-']
const ID = /^S(\d)-[A-Z]+-(R?)\d{2,3}$/
const TEST_FILE = /\.(?:test|spec)\.tsx?$/

const home = fileURLToPath(new URL('..', import.meta.url))
const [ledgerWish, rootWish] = process.argv.slice(2)
const root = resolve(rootWish ?? home)
const ledgerFile = resolve(ledgerWish ?? `${root}/docs/spec/ledger.tsv`)

/** Source texts already read, so that a file named by many rows is read once. */
const sources = new Map()

function readSource(path) {
  if (!sources.has(path)) sources.set(path, existsSync(path) ? readFileSync(path, 'utf8') : null)
  return sources.get(path)
}

/** The conditions of tests, by the path of their file. */
const conditionsByPath = new Map()

/** On what it depends that the tests of one row run: a list for each of them. */
function conditionsOfRow(test) {
  return test.split(' | ').map((reference) => {
    const hash = reference.indexOf('#')
    const path = resolve(root, reference.slice(0, hash))
    if (!conditionsByPath.has(path)) conditionsByPath.set(path, readConditions(readSource(path) ?? ''))
    return conditionsByPath.get(path).get(reference.slice(hash + 1)) ?? []
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
function problemOfReference(reference) {
  const hash = reference.indexOf('#')
  if (hash < 1 || hash === reference.length - 1) return `test reference "${reference}" is not path#title`
  const path = resolve(root, reference.slice(0, hash))
  const title = reference.slice(hash + 1)
  if (relative(root, path).startsWith('..')) return `test file ${reference.slice(0, hash)} lies outside the repository`
  if (!TEST_FILE.test(path)) return `${reference.slice(0, hash)} is not named like a test file`
  const source = readSource(path)
  if (source === null) return `test file ${reference.slice(0, hash)} does not exist`
  const calls = callsWithTitle(source, title)
  if (calls.length === 0) return `no test titled "${title}" in ${reference.slice(0, hash)}`
  if (calls.every((name) => /\.(?:skip|todo|fails)\b/.test(name))) return `the test titled "${title}" does not run`
  return null
}

function problemsOfRow([id, section, statement, status, test]) {
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
  if (named) problems.push(...test.split(' | ').map(problemOfReference).filter(Boolean))
  if (named && problems.length === 0) {
    const conditions = conditionsOfRow(test)
    if (conditions.every((one) => one.length > 0))
      problems.push(`no test that always runs: ${[...new Set(conditions.flat())].join(', ')}`)
  }
  return problems
}

function findProblems({ header, rows }) {
  if (header.join('\t') !== COLUMNS.join('\t')) return [`line 1: the header has to be ${COLUMNS.join(', ')}`]
  const firstLine = new Map()
  return rows.flatMap((row, index) => {
    const line = index + 2
    if (row.length !== COLUMNS.length) return [`line ${line}: ${row.length} columns instead of ${COLUMNS.length}`]
    const earlier = firstLine.get(row[0])
    firstLine.set(row[0], earlier ?? line)
    const problems = problemsOfRow(row)
    if (earlier !== undefined) problems.push(`the id is already on line ${earlier}`)
    return problems.map((problem) => `line ${line} (${row[0]}): ${problem}`)
  })
}

function printCounts(rows) {
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
    console.log(line(name, count))
    total.built += count.built
    total.planned += count.planned
  }
  console.log(line('all', total))
}

function printConditions(rows) {
  const partly = rows
    .filter(([, , , , test]) => !NO_TEST.includes(test))
    .map(([id, , , , test]) => [id, [...new Set(conditionsOfRow(test).flat())]])
    .filter(([, conditions]) => conditions.length > 0)
  console.log(`${partly.length} statements rest partly on tests that run only under a condition`)
  for (const [id, conditions] of partly) console.log(`  ${id.padEnd(20)} ${conditions.join(', ')}`)
}

if (!existsSync(ledgerFile)) {
  console.error(`The ledger ${relative(process.cwd(), ledgerFile)} does not exist.`)
  process.exit(1)
}
const ledger = readLedger(readFileSync(ledgerFile, 'utf8'))
const problems = findProblems(ledger)
// A ledger elsewhere has no guide.
if (problems.length === 0 && ledgerWish === undefined) problems.push(...problemsOfGuide(root, ledger.rows))
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  console.error(
    `${problems.length} problem${problems.length === 1 ? '' : 's'} in ${relative(process.cwd(), ledgerFile)}`,
  )
  process.exit(1)
}
printCounts(ledger.rows)
printConditions(ledger.rows)
