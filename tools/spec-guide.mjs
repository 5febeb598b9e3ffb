// The reader's guide to the spec: one page for each of its sections, docs/spec/section-N.md. Prose and links to the code
// are written by hand; the list of statements below each topic is the ledger's, between two marks:
//   <!-- statements: 2.login -->  …  <!-- end -->
// Used by check-ledger.mjs, which fails when a list is not the ledger's, a topic has no place, or a link leads nowhere.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import { format } from 'prettier'

const SECTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const LIST = /<!-- statements: (\d\.[a-z-]+) -->\n[\s\S]*?<!-- end -->/g
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g
const OUTSIDE = /^[a-z]+:/

const pageOf = (section) => `docs/spec/section-${section}.md`

const topicOf = (section) => section.replace(/\/r$/, '')
const escaped = (text) => text.replace(/[\\`*_{}[\]<>|#~$]/g, '\\$&')

function proofOf(reference) {
  const hash = reference.indexOf('#')
  const [path, title] = [reference.slice(0, hash), reference.slice(hash + 1)]
  return `[${escaped(posix.basename(path))}](../../${path}) “${escaped(title)}”`
}

function itemOf([id, section, statement, status, test]) {
  const reading = section.endsWith('/r') ? ' _(our reading)_' : ''
  const proofs = status === 'built' ? `_Proof:_ ${test.split(' | ').map(proofOf).join('; ')}` : '_Planned._'
  return `- **${id}** ${escaped(statement)}${reading} ${proofs}`
}

/** The list of one topic as it has to stand in its page. */
async function listOf(rows, topic) {
  const items = rows.filter(([, section]) => topicOf(section) === topic).map(itemOf)
  return `<!-- statements: ${topic} -->\n\n${await format(items.join('\n'), { parser: 'markdown' })}\n<!-- end -->`
}

async function withLists(text, rows) {
  const topics = [...text.matchAll(LIST)].map(([, topic]) => topic)
  const lists = new Map(await Promise.all(topics.map(async (topic) => [topic, await listOf(rows, topic)])))
  return text.replace(LIST, (_, topic) => lists.get(topic))
}

function deadLinks(root, page, text) {
  const folder = dirname(resolve(root, page))
  const targets = [...text.matchAll(LINK)].map(([, target]) => target).filter((target) => !OUTSIDE.test(target))
  return [...new Set(targets)].filter((target) => !existsSync(resolve(folder, target)))
}

async function problemsOfPage(root, section, rows) {
  const page = pageOf(section)
  const own = rows.filter((row) => row[1].startsWith(`${section}.`))
  if (!existsSync(resolve(root, page))) return own.length === 0 ? [] : [`${page} does not exist`]
  const text = readFileSync(resolve(root, page), 'utf8')
  const listed = [...text.matchAll(LIST)].map(([, topic]) => topic)
  const topics = new Set(own.map((row) => topicOf(row[1])))
  const repeated = listed.filter((topic, index) => listed.indexOf(topic) !== index)
  const isCurrent = (await withLists(text, rows)) === text
  return [
    ...[...topics].filter((topic) => !listed.includes(topic)).map((topic) => `${page} has no place for ${topic}`),
    ...listed.filter((topic) => !topics.has(topic)).map((topic) => `${page} lists ${topic}, which the ledger has not`),
    ...repeated.map((topic) => `${page} lists ${topic} twice`),
    ...deadLinks(root, page, text).map((target) => `${page} links to ${target}, which does not exist`),
    ...(isCurrent ? [] : [`${page} is older than the ledger: node tools/check-ledger.mjs --write`]),
  ]
}

/** What is wrong with the guide. @param {string[][]} rows of the ledger, without its header */
export async function problemsOfGuide(root, rows) {
  return (await Promise.all(SECTIONS.map((section) => problemsOfPage(root, section, rows)))).flat()
}

/** Writes the ledger's lists into the pages that there are. @returns how many have changed */
export async function writeGuide(root, rows) {
  let changed = 0
  for (const path of SECTIONS.map((section) => resolve(root, pageOf(section))).filter(existsSync)) {
    const text = readFileSync(path, 'utf8')
    const fresh = await withLists(text, rows)
    if (fresh === text) continue
    writeFileSync(path, fresh)
    changed += 1
  }
  return changed
}
