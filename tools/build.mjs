// Builds what is stale into dist/: one bundle per Node process, and the portal. `npm run build`.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './common.mjs'

const DIST = join(ROOT, 'dist')
const NODE_SOURCES = ['apps/api/src', 'apps/cli/src', 'apps/sandbox/src', 'packages']
const WEB_SOURCES = ['apps/web', 'packages/contract', 'packages/domain', 'packages/locales', 'packages/providers']
const NOT_BUILT = /^(?:node_modules|dist|tests|\..*)$|\.test\.tsx?$/

/** Bundle name -> source. A worker's source is found by its name, because its package decides where it lives. */
function nodeEntries() {
  const mains = { api: 'apps/api/src/main.ts', sandbox: 'apps/sandbox/src/main.ts', cli: 'apps/cli/src/main.ts' }
  const entries = Object.entries(mains).map(([name, path]) => [name, join(ROOT, path)])
  const sources = filesBelow(join(ROOT, 'packages'))
  for (const name of ['pades-worker', 'p12-worker', 'render-worker']) {
    const source = sources.find((path) => basename(path) === `${name}.ts`)
    if (source) entries.push([name, source])
  }
  return Object.fromEntries(entries.filter(([, path]) => existsSync(path)))
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_BUILT.test(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}

/** Changes when a source, the lockfile or this file does. */
function fingerprint(folders) {
  const hash = createHash('sha256')
  const files = folders.flatMap((folder) => filesBelow(join(ROOT, folder)))
  for (const path of [...files, join(ROOT, 'package-lock.json'), import.meta.filename]) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

const stampOf = (part) => join(DIST, `.${part}.stamp`)
const isFresh = (part, mark) => existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === mark

/** Our packages are bundled from their sources; packages from npm stay where npm put them. */
const npmPackagesStayOutside = {
  name: 'npm-packages-stay-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@rubrica/') ? undefined : { path, external: true },
    )
  },
}

async function buildNode(mark) {
  const { build } = await import('esbuild')
  const aside = join(DIST, `.node.${process.pid}`)
  await build({
    entryPoints: nodeEntries(),
    outdir: aside,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    keepNames: true,
    loader: { '.ttf': 'binary', '.otf': 'binary', '.icc': 'binary', '.html': 'text', '.css': 'text' },
    logLevel: 'warning',
    plugins: [npmPackagesStayOutside],
  })
  for (const name of readdirSync(aside)) renameSync(join(aside, name), join(DIST, name))
  rmSync(aside, { recursive: true })
  cpSync(join(ROOT, 'packages/locales/catalogues'), join(DIST, 'catalogues'), { recursive: true })
  writeFileSync(stampOf('node'), mark)
}

async function buildWeb(mark) {
  const { build } = await import('vite')
  const aside = join(DIST, `.web.${process.pid}`)
  await build({
    root: join(ROOT, 'apps/web'),
    logLevel: 'warn',
    build: { outDir: aside, emptyOutDir: true, reportCompressedSize: false },
  })
  rmSync(join(DIST, 'web'), { recursive: true, force: true })
  renameSync(aside, join(DIST, 'web'))
  writeFileSync(stampOf('web'), mark)
}

function clearUnfinished() {
  for (const name of readdirSync(DIST).filter((entry) => /^\.(?:node|web)\.\d+$/.test(entry))) {
    if (!existsSync(`/proc/${name.split('.')[2]}`)) rmSync(join(DIST, name), { recursive: true, force: true })
  }
}

/** Builds what changed since the last build; returns the names of the parts built now. */
export async function buildStale({ say = console.log } = {}) {
  mkdirSync(DIST, { recursive: true })
  clearUnfinished()
  const parts = [{ name: 'node', label: 'server programs', folders: NODE_SOURCES, build: buildNode }]
  if (existsSync(join(ROOT, 'apps/web/index.html'))) {
    parts.push({ name: 'web', label: 'portal', folders: WEB_SOURCES, build: buildWeb })
  }
  const stale = parts
    .map((part) => ({ ...part, mark: fingerprint(part.folders) }))
    .filter((part) => !isFresh(part.name, part.mark))
  if (stale.length > 0) say(`Building ${stale.map((part) => part.label).join(' and ')} …`)
  await Promise.all(stale.map((part) => part.build(part.mark)))
  return stale.map((part) => part.name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const built = await buildStale()
  if (built.length === 0) console.log('Everything is built.')
}
