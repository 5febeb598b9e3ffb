// Writes the package for programs to dist/sdk (or the folder that is given), ready for `npm publish`: one bundle, and
// the types of what it is made of. Nothing but zod is left outside.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { Refusal, ROOT, runCommand } from './common.mjs'

const PACKAGES = join(ROOT, 'packages')
const ENTRY = join(PACKAGES, 'sdk/src/index.ts')
const ZOD = JSON.parse(readFileSync(join(PACKAGES, 'contract/package.json'), 'utf8')).dependencies.zod

/** The types of `@rubrica/contract` are a neighbour's here, and modules are called what they are called once built. */
function pointAtBuilt(text, file) {
  const entryOf = (name) => posix.join(relative(dirname(file), '.').split(sep).join('/') || '.', name, 'src/index.js')
  return text
    .replace(/(['"])@rubrica\/(\w+)\1/g, (_, quote, name) => {
      const path = entryOf(name)
      return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
    })
    .replace(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, '$1$2.js$1')
}

function writeTypes(folder) {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, incremental: false, types: ['node'] }
  // What is found below node_modules would count as somebody else's, whose types are not written.
  const paths = { '@rubrica/*': [join(PACKAGES, '*/src/index.ts')] }
  const program = ts.createProgram([ENTRY], { ...options, ...emit, paths, rootDir: PACKAGES, outDir: folder })
  const found = ts.getPreEmitDiagnostics(program)
  if (found.length > 0) throw new Refusal(ts.formatDiagnostics(found, ts.createCompilerHost(options)))
  program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, pointAtBuilt(text, relative(folder, path)))
  })
}

/** What npm publishes: the version and the name are those of the source. */
function writePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(PACKAGES, 'sdk/package.json'), 'utf8'))
  const published = {
    name,
    version,
    description: 'Sends documents to a Rúbrica portal and follows them',
    license,
    type: 'module',
    engines: { node: '>=20.19' },
    sideEffects: false,
    exports: { '.': { types: './types/sdk/src/index.d.ts', default: './index.js' } },
    dependencies: { zod: ZOD },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(join(PACKAGES, 'sdk/README.md'), join(folder, 'README.md'))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

await runCommand(async () => {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist/sdk'))
  // A folder that holds anything else is somebody's.
  const isOurs = existsSync(join(folder, 'types/sdk')) || !existsSync(folder) || readdirSync(folder).length === 0
  if (!isOurs) throw new Refusal(`${folder} holds something else; name an empty folder.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [ENTRY],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    external: ['zod', 'node:*'],
    logLevel: 'warning',
  })
  writeTypes(join(folder, 'types'))
  writePackage(folder)
})
