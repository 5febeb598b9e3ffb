// The guide to the spec, docs/spec/guide.md: its headings name the topics of the ledger, the text below them the code.
//   ## 2. Screens and routes        ### Log-in (2.login)
// check-ledger.mjs fails when a topic has no heading or a link leads nowhere; list-spec.mjs prints the guide with the
// ledger's statements.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import { topicOf } from './read-ledger.mjs'

const PAGE = 'docs/spec/guide.md'
const SECTION = /^## (\d)\. /
const TOPIC = /^### .*\((\d\.[a-z-]+)\)$/m
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g
const OUTSIDE = /^[a-z]+:/

const escaped = (text) => text.replace(/[\\`*_{}[\]<>|#~$]/g, '\\$&')

function proofOf(reference) {
  const hash = reference.indexOf('#')
  return `  - ${reference.slice(0, hash)} “${escaped(reference.slice(hash + 1))}”`
}

function itemOf([id, section, statement, status, test]) {
  const reading = section.endsWith('/r') ? ' _(our reading)_' : ''
  const proofs = status === 'built' ? test.split(' | ').map(proofOf) : ['  - _planned_']
  return [`- **${id}** ${escaped(statement)}${reading}`, ...proofs].join('\n')
}

/** The guide cut before each heading, each piece with the section and the topic that it is about. */
function readPieces(text) {
  let section = ''
  return text.split(/^(?=#{2,3} )/m).map((piece) => {
    section = SECTION.exec(piece)?.[1] ?? section
    return { section, topic: TOPIC.exec(piece)?.[1], text: piece.trimEnd() }
  })
}

/** Links of the page as seen from the root, where the list is printed. */
const fromRoot = (text) =>
  text.replace(LINK, (link, target) => (OUTSIDE.test(target) ? link : `](${posix.join(posix.dirname(PAGE), target)})`))

function deadLinks(root, text) {
  const folder = dirname(resolve(root, PAGE))
  const targets = [...text.matchAll(LINK)].map(([, target]) => target).filter((target) => !OUTSIDE.test(target))
  return [...new Set(targets)].filter((target) => !existsSync(resolve(folder, target)))
}

/** What is wrong with the guide. @param {string[][]} rows of the ledger, without its header */
export function problemsOfGuide(root, rows) {
  if (!existsSync(resolve(root, PAGE))) return [`${PAGE} does not exist`]
  const text = readFileSync(resolve(root, PAGE), 'utf8')
  const named = readPieces(text).flatMap(({ topic }) => topic ?? [])
  const topics = new Set(rows.map((row) => topicOf(row[1])))
  const repeated = named.filter((topic, index) => named.indexOf(topic) !== index)
  return [
    ...[...topics].filter((topic) => !named.includes(topic)).map((topic) => `${PAGE} has no heading for ${topic}`),
    ...named.filter((topic) => !topics.has(topic)).map((topic) => `${PAGE} names ${topic}, which the ledger has not`),
    ...repeated.map((topic) => `${PAGE} names ${topic} twice`),
    ...deadLinks(root, text).map((target) => `${PAGE} links to ${target}, which does not exist`),
  ]
}

/**
 * The guide with its statements and their tests: all of it, a section (`2`) or a topic (`2.login`); null for others.
 */
export function listStatements(root, rows, wish) {
  const pieces = readPieces(readFileSync(resolve(root, PAGE), 'utf8'))
  const chosen = pieces.filter(({ section, topic }) => wish === undefined || wish === section || wish === topic)
  if (chosen.length === 0) return null
  const withItems = chosen.map(({ topic, text }) => {
    const items = rows.filter(([, section]) => topicOf(section) === topic).map(itemOf)
    return [fromRoot(text), ...(items.length > 0 ? [items.join('\n')] : [])].join('\n\n')
  })
  return `${withItems.join('\n\n')}\n`
}
