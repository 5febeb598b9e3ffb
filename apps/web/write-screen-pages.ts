import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
type Bundle = Rolldown.OutputBundle

/**
 * The page for each address, where `*` stands for one part of a path, and the modules that its screen is made of.
 * Every other address has index.html.
 */
const SCREENS = {
  '/': { file: 'login.html', modules: ['login-screen'] },
  '/documents': { file: 'documents.html', modules: ['shell-layout', 'documents-screen', 'prefetch-screens'] },
  '/documents/*': { file: 'document.html', modules: ['document-screen', 'prefetch-screens'] },
  '/approvals': { file: 'approvals.html', modules: ['shell-layout', 'approvals-screen', 'prefetch-screens'] },
  '/approvals/*': { file: 'approval.html', modules: ['approval-screen', 'prefetch-screens'] },
} as const
const MAIN = 'app/main'
const PAGE = 'index.html'

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

/**
 * Writes one page for each screen, which names every file that the screen begins with, so that the browser asks for
 * all of them at once instead of finding each in the one before. `screens.json` tells the server which page belongs
 * to which address.
 */
export const writeScreenPages: Plugin = {
  name: 'write-screen-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle[PAGE]
      if (page?.type !== 'asset') throw new Error(`No ${PAGE} was built`)
      const main = findChunk(bundle, MAIN)
      const html = String(page.source)
      page.source = addLinks(html, linksTo(bundle, [main]))
      for (const { file, modules } of Object.values(SCREENS)) {
        const screens = modules.map((module) => findChunk(bundle, `routes/${module}`))
        this.emitFile({ type: 'asset', fileName: file, source: addLinks(html, linksTo(bundle, [main, ...screens])) })
      }
      const files = Object.fromEntries(Object.entries(SCREENS).map(([address, { file }]) => [address, file]))
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(files) })
    },
  },
}
