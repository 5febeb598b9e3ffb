/** Pages about problems: plain HTML in English, for people who write programs. Nothing of a request is ever in them. */
import { PROGRAM_PROBLEMS, problemSlug, type ProgramProblem } from '@rubrica/contract'
import { ERROR_STATUS } from '@rubrica/domain'
import { PROBLEM_TEXTS } from './problem-texts.ts'

const statusOf = (code: ProgramProblem) => (code === 'INTERNAL_ERROR' ? 500 : ERROR_STATUS[code])

const list = `<nav aria-label="All problems"><h2>All problems</h2><ul>${PROGRAM_PROBLEMS.map(
  (code) => `<li><a href="/problems/${problemSlug(code)}">${PROBLEM_TEXTS[code].title}</a></li>`,
).join('')}</ul></nav>`

const page = (title: string, main: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} – Rúbrica</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/problems/style.css"></head><body>
<main><h1>${title}</h1>${main}<p><a href="/api/docs">All calls of the server</a></p></main>
${list}</body></html>`

/** What one problem is, why it comes and what to do about it. */
export function problemPage(code: ProgramProblem): string {
  const { title, cause, cure } = PROBLEM_TEXTS[code]
  return page(
    title,
    `<p><code>${code}</code>, status ${statusOf(code)}</p>
<h2>Cause</h2><p>${cause}</p><h2>Cure</h2><p>${cure}</p>`,
  )
}

/** For an address that no problem has. */
export const unknownProblemPage = (): string =>
  page('There is no such problem', '<p>No answer of this server has this type.</p>')

export const PROBLEM_STYLE = `
:root { color-scheme: light dark; --ink: #16211c; --ground: #fff; --accent: #00734a }
@media (prefers-color-scheme: dark) { :root { --ink: #e8efec; --ground: #121815; --accent: #5fe0ab } }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
a { color: var(--accent) }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
h1, li { overflow-wrap: anywhere }
li { padding: .15rem 0 }
code { font-family: ui-monospace, monospace }
`
