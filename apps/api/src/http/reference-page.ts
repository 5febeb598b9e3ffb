/** A page about the calls for people, written from the OpenAPI document. Plain HTML: it needs no script. */
import { escapeMarkup as escape } from '@rubrica/domain'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  /** Of calls that are not below the document's own server. */
  readonly servers?: readonly unknown[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
  readonly responses: Readonly<Record<string, Response>>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: unknown
}
interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>
}
interface Description {
  readonly info: { readonly title: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const json = (value: unknown) =>
  `<pre tabindex="0"><code>${linkSchemas(escape(JSON.stringify(value, null, 2)))}</code></pre>`

const linkSchemas = (text: string) =>
  text.replace(/#\/components\/schemas\/(\w+)/g, (_, name: string) => `<a href="#schema-${name}">${name}</a>`)

const CALLERS: Readonly<Record<string, string>> = {
  client: 'client (Basic)',
  person: 'person (bearer token)',
  application: 'application (bearer token that a person gave it)',
  applicationSecret: 'application (Basic, or in the form)',
}

function whoMayCall({ security }: Operation): string {
  if (security.length === 0) return 'anybody'
  const scopes = security.flatMap(({ program }) => program ?? [])
  if (scopes.length > 0) return `program (bearer token, scope ${scopes.join(' or ')})`
  return security.map((entry) => CALLERS[Object.keys(entry)[0]!] ?? '').join(', ')
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${place}</td><td>${required ? 'required' : 'optional'}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<table><caption>Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col"></th><th scope="col">Form</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function bodySection({ requestBody }: Operation): string {
  if (!requestBody) return ''
  const [types, first] = [Object.keys(requestBody.content), Object.values(requestBody.content)[0]]
  return `<details><summary>Body: ${types.map(escape).join(' or ')}</summary>${json(first?.schema)}</details>`
}

function answersSection({ responses }: Operation): string {
  const items = Object.entries(responses).map(([status, { description, content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema
    const isProblem = /\/Problem(?:Details)?"/.test(JSON.stringify(schema ?? ''))
    const shape = schema && !isProblem ? `<details><summary>Form of the answer</summary>${json(schema)}</details>` : ''
    return `<li><strong>${status}</strong> ${escape(description)}${shape}</li>`
  })
  return `<p>Answers</p><ul>${items.join('')}</ul>`
}

function callSection(server: string, path: string, [method, operation]: [string, Operation]): string {
  const name = operation.operationId
  return `<article aria-labelledby="${name}"><h3 id="${name}"><span class="method">${method.toUpperCase()}</span> <code>${escape(operation.servers ? path : server + path)}</code></h3>
<p>${escape(operation.summary)}.</p><p class="who">For: ${whoMayCall(operation)}</p>
${parameterTable(operation.parameters)}${bodySection(operation)}${answersSection(operation)}</article>`
}

/** @param document what describeContract answers */
export function referencePage(document: unknown): string {
  const { info, servers, tags, paths, components } = document as Description
  const server = servers[0]?.url ?? ''
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map((entry) => ({ tag: entry[1].tags[0], path, entry })),
  )
  const contents = calls.map(
    ({ entry, path }) => `<li><a href="#${entry[1].operationId}">${entry[0].toUpperCase()} ${escape(path)}</a></li>`,
  )
  const sections = tags.map(({ name, description }) => {
    const ofTag = calls.filter(({ tag }) => tag === name).map(({ path, entry }) => callSection(server, path, entry))
    return `<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${escape(description)}</h2>${ofTag.join('\n')}</section>`
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<article><h3 id="schema-${name}">${name}</h3>${json(schema)}</article>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escape(info.title)}: calls of the server</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${server}/docs/style.css"></head><body>
<header><h1>${escape(info.title)}: calls of the server</h1><p>${escape(info.description)}
The same as data: <a href="${server}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Calls"><ul>${contents.join('')}</ul></nav><main>${sections.join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Named forms</h2>${schemas.join('\n')}</section></main></body></html>`
}

export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ink: #16211c; --dim: #4c5a53; --ground: #fff; --line: #d5ddd9; --tint: #f2f7f5; --accent: #00734a }
@media (prefers-color-scheme: dark) { :root { --ink: #e8efec; --dim: #a9b8b1; --ground: #121815; --line: #33403a; --tint: #1b2420; --accent: #5fe0ab } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
a { color: var(--accent) }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
h2 { margin-top: 3rem; border-bottom: 3px solid var(--accent); padding-bottom: .3rem }
nav ul { columns: 20rem; padding-left: 1.2rem }
article { border: 1px solid var(--line); border-radius: .6rem; padding: .25rem 1.1rem 1rem; margin: 1.25rem 0 }
h3 { overflow-wrap: anywhere; scroll-margin-top: 1rem }
.method { display: inline-block; min-width: 4.5rem; color: var(--accent) }
.who { color: var(--dim) }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
li, summary { overflow-wrap: anywhere }
caption { text-align: left; font-weight: 600; padding: .4rem 0 }
th, td { text-align: left; vertical-align: top; border-top: 1px solid var(--line); padding: .35rem .6rem .35rem 0; overflow-wrap: anywhere }
code, pre { font-family: ui-monospace, monospace; font-size: .87em }
pre { background: var(--tint); border-radius: .4rem; padding: .8rem; overflow: auto; max-height: 32rem }
`
