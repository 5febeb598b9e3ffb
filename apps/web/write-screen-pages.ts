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
  '/documents': {
    file: 'documents.html',
    modules: ['shell-layout', 'documents-screen', 'prefetch-screens'],
    early: 'show-first-rows',
  },
  '/documents/*': {
    file: 'document.html',
    modules: ['document-screen', 'prefetch-screens'],
    early: 'show-first-page',
  },
  '/approvals': { file: 'approvals.html', modules: ['shell-layout', 'approvals-screen', 'prefetch-screens'] },
  '/send': { file: 'send.html', modules: ['shell-layout', 'send-screen'] },
  '/sent': { file: 'sent.html', modules: ['shell-layout', 'sent-screen'] },
  '/sent/*': { file: 'sent-document.html', modules: ['shell-layout', 'sent-document-screen'] },
  '/signed': { file: 'signed.html', modules: ['shell-layout', 'history-screen'] },
  '/keys': { file: 'keys.html', modules: ['shell-layout', 'keys-screen'] },
  '/approvals/*': {
    file: 'approval.html',
    modules: ['approval-screen', 'prefetch-screens'],
    early: 'show-first-page',
  },
} satisfies Record<string, { file: string; modules: readonly string[]; early?: string }>
const MAIN = 'app/main'
const PAGE = 'index.html'
/** What the server writes the deployment's settings in place of. */
const SETTINGS = '<!-- settings -->'

/** What the page of a built portal names. */
const ENTRY = / *<script type="module" crossorigin src="([^"]+)"><\/script>\n/g
const PRELOAD = / *<link rel="modulepreload" crossorigin href="([^"]+)">\n/g
const STYLES = / *<link rel="stylesheet" crossorigin href="([^"]+)">\n/g

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

/** Addresses of the scripts and style sheets that these chunks cannot run without. */
function filesOf(bundle: Bundle, chunks: readonly Chunk[]): { scripts: string[]; styles: string[] } {
  const needed = withImports(bundle, chunks)
  const styles = new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return { scripts: needed.map(({ fileName }) => `/${fileName}`), styles: [...styles].map((name) => `/${name}`) }
}

function linksTo(bundle: Bundle, chunks: readonly Chunk[]): string {
  const { scripts, styles } = filesOf(bundle, chunks)
  return [
    ...scripts.map((address) => `    <link rel="modulepreload" crossorigin href="${address}">\n`),
    ...styles.map((address) => `    <link rel="stylesheet" crossorigin href="${address}">\n`),
  ].join('')
}

/** The page with links to more files, none of them twice. */
function addLinks(html: string, links: string): string {
  const fresh = links.split(/(?<=\n)/).filter((line) => !html.includes(/href="[^"]+"/.exec(line)?.[0] ?? line))
  return html.replace('  </head>', `${fresh.join('')}  </head>`)
}

/**
 * The page with a script in place of all that it names, and that as data: a browser asks for what it finds in a page
 * before it runs a script, and the script asks for something that is wanted sooner.
 */
function addScript(html: string, script: InlineScript, files: ReturnType<typeof filesOf> & { anyway: string }): string {
  const named = (line: RegExp) => [...html.matchAll(line)].map(([, address]) => address!)
  const entry = named(ENTRY)
  const begin = { scripts: named(PRELOAD), styles: named(STYLES) }
  const isLater = (address: string) => ![...entry, ...begin.scripts, ...begin.styles].includes(address)
  const later = { scripts: files.scripts.filter(isLater), styles: files.styles.filter(isLater) }
  const data = `<script type="application/json" id="files">${JSON.stringify({ entry: entry[0], begin, later })}</script>`
  const bare = [ENTRY, PRELOAD, STYLES].reduce((rest, line) => rest.replaceAll(line, ''), html)
  const anyway = `<script type="module" src="/${files.anyway}"></script>`
  return bare.replace(SETTINGS, `${SETTINGS}\n    ${data}\n    <script>${script.code}</script>\n    ${anyway}`)
}

/**
 * Writes one page for each screen, which names every file that the screen begins with, so that the browser asks for all
 * of them at once instead of finding each in the one before. `screens.json` tells the server which page belongs to
 * which address, and which scripts inside them may run.
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
      const { code } = await makeInlineScript('start-anyway')
      const anyway = this.getFileName(this.emitFile({ type: 'asset', name: 'start-anyway.js', source: code }))
      for (const { file, modules, ...screen } of Object.values(SCREENS)) {
        const screens = modules.map((module) => findChunk(bundle, `routes/\\w+/${module}`))
        const script = 'early' in screen ? await makeInlineScript(screen.early) : undefined
        if (script) scripts.add(script.source)
        const source = script
          ? addScript(html, script, { ...filesOf(bundle, [main, ...screens]), anyway })
          : addLinks(html, linksTo(bundle, [main, ...screens]))
        this.emitFile({ type: 'asset', fileName: file, source })
      }
      const pages = Object.fromEntries(Object.entries(SCREENS).map(([address, { file }]) => [address, file]))
      const written = JSON.stringify({ pages, scripts: [...scripts] })
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: written })
    },
  },
}
