import type { Plugin, Rolldown } from 'vite'
import { makeInlineScript, type InlineScript } from './inline-early.ts'

type Chunk = Rolldown.OutputChunk
type Bundle = Rolldown.OutputBundle

/**
 * The page for each address, where `*` stands for one part of a path, the modules that its screen is made of, and the
 * script that stands in it and does not wait for them. Every other address has index.html.
 */
const SCREENS = {
  '/': { file: 'login.html', modules: ['login-screen'] },
  '/documents': { file: 'documents.html', modules: ['shell-layout', 'documents-screen', 'prefetch-screens'] },
  '/documents/*': {
    file: 'document.html',
    modules: ['document-screen', 'prefetch-screens'],
    early: 'show-first-page',
  },
  '/approvals': { file: 'approvals.html', modules: ['shell-layout', 'approvals-screen', 'prefetch-screens'] },
  '/approvals/*': {
    file: 'approval.html',
    modules: ['approval-screen', 'prefetch-screens'],
    early: 'show-first-page',
  },
} satisfies Record<string, { file: string; modules: readonly string[]; early?: string }>
const MAIN = 'app/main'
const PAGE = 'index.html'
/** The end of the element into which the server writes the deployment's settings; the page begins with it. */
const SETTINGS_END = '<!-- settings -->'

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((output) => output.type === 'chunk')

/** The chunk that holds a module, by the module's path below src without its ending. */
function findChunk(bundle: Bundle, module: string): Chunk {
  const ending = new RegExp(`/src/${module}\\.tsx?$`)
  const found = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => ending.test(id)))
  if (!found) throw new Error(`No chunk holds ${module}`)
  return found
}

/** A chunk and all that it cannot run without, the largest first: it is on its way the longest. */
function withImports(bundle: Bundle, chunks: readonly Chunk[]): Chunk[] {
  const all = new Set<Chunk>(chunks)
  for (const chunk of all) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') all.add(imported)
    }
  }
  return [...all].sort((a, b) => b.code.length - a.code.length)
}

function linksTo(bundle: Bundle, chunks: readonly Chunk[]): string {
  const needed = withImports(bundle, chunks)
  const styles = new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return [
    ...needed.map(({ fileName }) => `    <link rel="modulepreload" crossorigin href="/${fileName}">\n`),
    ...[...styles].map((fileName) => `    <link rel="stylesheet" crossorigin href="/${fileName}">\n`),
  ].join('')
}

/** The page with links to more files, none of them twice. */
function addLinks(html: string, links: string): string {
  const fresh = links.split(/(?<=\n)/).filter((line) => !html.includes(/href="[^"]+"/.exec(line)?.[0] ?? line))
  return html.replace('  </head>', `${fresh.join('')}  </head>`)
}

/** Before all links: a script waits for the style sheets that stand above it. */
function addScript(html: string, script: InlineScript | undefined): string {
  const [before, after] = html.split(SETTINGS_END)
  if (!script || after === undefined) return html
  return `${before}${SETTINGS_END}\n    <script>${script.code}</script>${after}`
}

/**
 * Writes one page for each screen, which names every file that the screen begins with, so that the browser asks for
 * all of them at once instead of finding each in the one before. `screens.json` tells the server which page belongs
 * to which address, and which scripts inside them may run.
 */
export const writeScreenPages: Plugin = {
  name: 'write-screen-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle[PAGE]
      if (page?.type !== 'asset') throw new Error(`No ${PAGE} was built`)
      const main = findChunk(bundle, MAIN)
      const html = String(page.source)
      page.source = addLinks(html, linksTo(bundle, [main]))
      const scripts = new Set<string>()
      for (const { file, modules, ...screen } of Object.values(SCREENS)) {
        const screens = modules.map((module) => findChunk(bundle, `routes/${module}`))
        const script = 'early' in screen ? await makeInlineScript(screen.early) : undefined
        if (script) scripts.add(script.source)
        const source = addScript(addLinks(html, linksTo(bundle, [main, ...screens])), script)
        this.emitFile({ type: 'asset', fileName: file, source })
      }
      const pages = Object.fromEntries(Object.entries(SCREENS).map(([address, { file }]) => [address, file]))
      const written = JSON.stringify({ pages, scripts: [...scripts] })
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: written })
    },
  },
}
