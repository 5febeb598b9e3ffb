// What is wrong with the documents in Markdown: links and paths that lead nowhere, functions that are not in the file
// beside which they are named, and an index of decisions that is not that of the records.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const FENCE = /^```/
const LINK = /\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)/g
const OUTSIDE = /^[a-z]+:/
/** A path from the root of the tree: in backticks, or at the start of a line of a drawn tree. */
const PATH = /^(?:apps|bench|docs|e2e|examples|packages|tools)\/[\w.@/-]*$/
const CODE = /`([^`]+)`/g
/** A link to a source file, then what is called in it: [a.ts](src/a.ts) `doThis()`, `doThat()` */
const CALLS = /\[[^\]]*\]\(([^)\s]+\.(?:ts|tsx|mjs))\)[,:]?((?: (?:and )?`\w+\(\)`,?)+)/g
const CALL = /`(\w+)\(\)`/g

/** Installed, built, or made by a running server. */
const NOT_OURS = ['node_modules', 'dist', 'data', 'data-keys', 'test-results', 'playwright-report']

const RECORDS = 'docs/decisions'
const INDEX = `${RECORDS}/README.md`
const RECORD = /^(\d{4})-.*\.md$/
const TEMPLATE = '0000'
const ENTRY = /^- \[(\d{4})\]\(([^)]+)\) (.*)$/gm
const UNUSED = /^Numbers that were never used: (.*)\.$/m

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)

/** The text without its fences, and the first words of the lines within them. */
function takeFencesOut(text) {
  const prose = []
  const firstWords = []
  let isFenced = false
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced
    else if (isFenced) firstWords.push(line.split(' ', 1)[0])
    else prose.push(line)
  }
  return { prose: prose.join('\n'), firstWords }
}

function problemsOfPage(root, page) {
  const { prose, firstWords } = takeFencesOut(readFileSync(join(root, page), 'utf8'))
  const folder = dirname(resolve(root, page))
  const links = matches(prose, LINK).filter((target) => !OUTSIDE.test(target))
  const paths = [...matches(prose, CODE), ...firstWords].filter((path) => PATH.test(path))
  const calls = [...prose.matchAll(CALLS)].flatMap(([, file, names]) =>
    matches(names, CALL).map((name) => ({ file, name })),
  )
  return [
    ...links.filter((target) => !existsSync(resolve(folder, target))).map((target) => `links to ${target}`),
    ...paths.filter((path) => !existsSync(join(root, path))).map((path) => `names ${path}`),
    ...calls.filter((call) => !isIn(folder, call)).map(({ file, name }) => `names ${name}() in ${file}`),
  ].map((what) => `${page} ${what}, which does not exist`)
}

/** A file that is not there has been reported already. */
function isIn(folder, { file, name }) {
  const path = resolve(folder, file)
  return !existsSync(path) || new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8'))
}

const isPage = ({ name }) => name.endsWith('.md') && !name.startsWith(`${TEMPLATE}-`)
const isOurs = ({ name }) => !name.startsWith('.') && !NOT_OURS.includes(name)

/** The pages of a folder and of those below it, as paths from the root. */
function listPages(root, folder = '') {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(isOurs)
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listPages(root, path)
    return isPage(entry) ? [path] : []
  })
}

/** Links, paths and functions that are not there. */
export function problemsOfPages(root) {
  return [
    ...new Set(
      listPages(root)
        .sort()
        .flatMap((page) => problemsOfPage(root, page)),
    ),
  ]
}

const titleOf = (record) => /^# \d{4}: (.*)$/m.exec(record)?.[1]
const isSuperseded = (record) => /^- Status: superseded/m.test(record)

/** Each record stands in the index once, with its title; and each number that is left out is named there. */
export function problemsOfDecisions(root) {
  const files = readdirSync(join(root, RECORDS)).filter((name) => RECORD.test(name) && !name.startsWith(TEMPLATE))
  const index = readFileSync(join(root, INDEX), 'utf8')
  const entries = [...index.matchAll(ENTRY)].map(([, number, file, title]) => ({ number, file, title }))
  const problems = files.flatMap((file) => {
    const [entry, ...more] = entries.filter((one) => one.file === file)
    if (entry === undefined) return [`does not list ${file}`]
    const record = readFileSync(join(root, RECORDS, file), 'utf8')
    const title = titleOf(record) + (isSuperseded(record) ? ' _(superseded)_' : '')
    return [
      ...(more.length > 0 ? [`lists ${file} twice`] : []),
      ...(entry.title === title ? [] : [`calls ${file} "${entry.title}", not "${title}"`]),
      ...(file.startsWith(entry.number) ? [] : [`gives ${file} the number ${entry.number}`]),
    ]
  })
  const used = new Set(files.map((file) => Number(RECORD.exec(file)[1])))
  const unused = Array.from({ length: Math.max(0, ...used) }, (_, before) => before + 1).filter((one) => !used.has(one))
  const wanted = unused.map((number) => String(number).padStart(4, '0')).join(', ')
  const named = UNUSED.exec(index)?.[1] ?? ''
  if (named !== wanted) problems.push(`has to say which numbers were never used: ${wanted}`)
  return problems.map((problem) => `${INDEX} ${problem}`)
}
