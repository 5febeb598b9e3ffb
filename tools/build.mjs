// Builds what is stale into dist/: one bundle per Node process, and the portal. `npm run build`;
// with --quiet not a word when nothing is stale.
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
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Refusal, ROOT, runCommand } from './common.mjs'
import { keepPackages, packageFolders, writeNotice } from './write-notice.mjs'

const DIST = join(ROOT, 'dist')
const NOTICE_WRITER = join(import.meta.dirname, 'write-notice.mjs')
const LIBRARIES = ['packages/contract', 'packages/domain', 'packages/locales', 'packages/providers']
/** What works on the bytes of documents. */
const ENGINE = ['packages/pki', 'packages/pdf', 'packages/pades', 'packages/evidence-file', 'packages/rendering']
const SHEETS = 'packages/sheets'
/** The program that verifies evidence files wherever there is Node. */
const ALONE = 'rubrica-evidence'
export const WORKERS = ['pades-worker', 'p12-worker', 'render-worker', 'sheet-worker', 'token-worker']
/** Files that a browser fetches and that shrink. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/
const NOT_BUILT = /^(?:node_modules|dist|tests|\..*)$|\.test\.tsx?$/

/** What is built: each part from one entry, and stale when a file in its folders changed. */
function listParts() {
  const packages = [...LIBRARIES, ...ENGINE, SHEETS]
  const sources = filesBelow(join(ROOT, 'packages'))
  const workers = WORKERS.map((name) => ({ name, entry: sources.find((path) => basename(path) === `${name}.ts`) }))
  const programs = [
    { name: 'api', entry: join(ROOT, 'apps/api/src/main.ts'), folders: ['apps/api/src', ...packages] },
    { name: 'sandbox', entry: join(ROOT, 'apps/sandbox/src/main.ts'), folders: ['apps/sandbox/src', ...packages] },
    { name: 'cli', entry: join(ROOT, 'apps/cli/src/main.ts'), folders: ['apps/cli/src', 'apps/api/src', ...packages] },
    ...workers.map((worker) => ({ ...worker, folders: [...ENGINE, SHEETS] })),
    { name: ALONE, entry: join(ROOT, 'apps/cli/src/evidence/stand-alone.ts'), folders: ['apps/cli/src', ...ENGINE] },
  ]
  const web = {
    name: 'web',
    entry: join(ROOT, 'apps/web/index.html'),
    folders: ['apps/web', 'packages/autofirma', ...LIBRARIES],
  }
  return [...programs.map((part) => ({ ...part, build: bundle })), { ...web, build: buildWeb }].filter(
    ({ entry }) => entry && existsSync(entry),
  )
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
  for (const path of [...files, join(ROOT, 'package-lock.json'), import.meta.filename, NOTICE_WRITER]) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

const stampOf = (part) => join(DIST, `.${part}.stamp`)
const isFresh = (part, mark) => existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === mark

/** Packages of hundreds of modules without a native part: loaded one by one they are a third of a program's start. */
const MANY_MODULES = /^(?:kysely|zod|jose|openid-client|oauth4webapi|@noble\/\w+)(?:\/|$)/

/** Belongs to what also runs where no package is installed: the verifier of evidence. */
const NEEDED_ALONE = /^uqr$/

/** Our packages are bundled from their sources; packages from npm stay where npm put them, but for a few. */
const npmPackagesStayOutside = {
  name: 'npm-packages-stay-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@rubrica/') || MANY_MODULES.test(path) || NEEDED_ALONE.test(path)
        ? undefined
        : { path, external: true },
    )
  },
}

/** Bundles one program aside, then renames it into place, so that a running one never loads half a file. */
async function bundle({ name, entry }) {
  const { build } = await import('esbuild')
  const aside = join(DIST, `.build.${process.pid}`, name)
  const { metafile } = await build({
    absWorkingDir: ROOT,
    metafile: true,
    entryPoints: { [name]: entry },
    outdir: aside,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // The command line loads the server's code only for the commands that need it.
    splitting: name === 'cli',
    // Taken away and run where there is no package.json beside it.
    ...(name === ALONE && { outExtension: { '.js': '.mjs' } }),
    chunkNames: `${name}-[hash]`,
    sourcemap: 'linked',
    sourcesContent: false,
    keepNames: true,
    loader: { '.ttf': 'binary', '.otf': 'binary', '.icc': 'binary', '.html': 'text', '.css': 'text' },
    logLevel: 'warning',
    plugins: [npmPackagesStayOutside],
  })
  for (const old of readdirSync(DIST).filter((file) => file.startsWith(`${name}-`))) rmSync(join(DIST, old))
  for (const file of readdirSync(aside)) renameSync(join(aside, file), join(DIST, file))
  keepPackages(DIST, name, packageFolders(Object.keys(metafile.inputs).map((file) => join(ROOT, file))))
}

/** Rolldown reports all files of the portal, style sheets and fonts among them. */
const listPackages = {
  name: 'list-packages',
  generateBundle() {
    keepPackages(DIST, 'web', packageFolders([...this.getModuleIds()]))
  },
}

async function buildWeb() {
  const { build } = await import('vite')
  const aside = join(DIST, `.build.${process.pid}`, 'web')
  // Vite declares its whole process a production one; what we start afterwards is not. Where a mode is set, it would
  // build for that: in a test runner React's slow half, which makes each call twice.
  const mode = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await build({
    root: join(ROOT, 'apps/web'),
    logLevel: 'warn',
    plugins: [listPackages],
    build: { outDir: aside, emptyOutDir: true, reportCompressedSize: false },
  })
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
  await compressFiles(aside)
  rmSync(join(DIST, 'web'), { recursive: true, force: true })
  renameSync(aside, join(DIST, 'web'))
}

/** The server sends these as they are: nothing is compressed while somebody waits. */
async function compressFiles(folder) {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const files = filesBelow(folder).filter((path) => COMPRESSIBLE.test(path))
  await Promise.all(
    files.map(async (path) => {
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, best))
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}

function clearUnfinished() {
  for (const name of readdirSync(DIST).filter((entry) => /^\.build\.\d+$/.test(entry))) {
    if (!existsSync(`/proc/${name.split('.')[2]}`)) rmSync(join(DIST, name), { recursive: true, force: true })
  }
}

/**
 * Builds what changed since the last build, or that of the parts named in `only`; returns the names of the parts built
 * now. A part that does not build is a refusal, after the others were built.
 */
export async function buildStale({ say = console.log, only } = {}) {
  mkdirSync(DIST, { recursive: true })
  clearUnfinished()
  const stale = listParts()
    .filter(({ name }) => only === undefined || only.includes(name))
    .map((part) => ({ ...part, mark: fingerprint(part.folders) }))
    .filter((part) => !isFresh(part.name, part.mark))
  if (stale.length === 0) return []
  say(`Building ${stale.map((part) => part.name).join(', ')} …`)
  cpSync(join(ROOT, 'packages/locales/catalogues'), join(DIST, 'catalogues'), { recursive: true })
  const results = await Promise.allSettled(
    stale.map(async (part) => {
      await part.build(part)
      writeFileSync(stampOf(part.name), part.mark)
    }),
  )
  rmSync(join(DIST, `.build.${process.pid}`), { recursive: true, force: true })
  const names = listParts().map(({ name }) => name)
  writeNotice(DIST, names, [DIST, join(DIST, 'web')])
  const broken = stale.filter((_, index) => results[index].status === 'rejected')
  if (broken.length > 0) {
    for (const { reason } of results.filter((result) => result.status === 'rejected')) console.error(String(reason))
    throw new Refusal(`These parts do not build: ${broken.map((part) => part.name).join(', ')}.`)
  }
  return stale.map((part) => part.name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runCommand(async () => {
    const built = await buildStale()
    if (built.length === 0 && !process.argv.includes('--quiet')) console.log('Everything is built.')
  })
}
