// `npm run release [-- --out FOLDER] [--debs FOLDER]`: everything of a release in one folder: an archive for machines
// without containers, the image, the Helm chart, the bill of materials and the digests of them all.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildStale } from '../build.mjs'
import { Refusal, ROOT, installPackages, runCommand } from '../common.mjs'
import { completeBill, listNpmPackages } from './bill-of-materials.mjs'
import { fetchPackages } from './debian-base.mjs'
import { ARCHITECTURE, releaseTime, releaseVersion, writeImage } from './image.mjs'
import { HOME, IMAGES, layOutPrograms } from './lay-out.mjs'
import { writeTarball } from './oci-archive.mjs'
import { entriesBelow } from './tar-entries.mjs'

/** Ours, and emptied: what lies in it is of an earlier release. */
const RELEASE = join(ROOT, 'release')
const OPTIONS = { out: { type: 'string', default: RELEASE }, debs: { type: 'string' } }

/** What an image has in /opt/rubrica, with the units and documents that a machine without containers needs. */
function archiveEntries(folder) {
  const below = (from) => entriesBelow(join(ROOT, from), `${folder}/${from}`)
  const programs = layOutPrograms(IMAGES.rubrica)
    .filter(({ path }) => path.startsWith(`${HOME}/`))
    .map((entry) => ({ ...entry, path: `${folder}${entry.path.slice(HOME.length)}` }))
  return [...programs, ...below('deploy/systemd'), ...below('docs/operations')]
}

/** Writes `SHA256SUMS` of everything in the folder, as `sha256sum --check` reads it. */
export function writeDigests(folder) {
  const names = readdirSync(folder).filter((name) => !name.startsWith('SHA256SUMS'))
  const lines = names.sort().map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

function writeBill(out, { node, debian, version }) {
  const described = {
    version: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    content: readFileSync(node),
  }
  const bill = completeBill(listNpmPackages(console.log), { version, node: described, debian })
  writeFileSync(join(out, `rubrica-${version}.cdx.json`), `${JSON.stringify(bill, undefined, 2)}\n`)
}

async function writeRelease(out, { debs, aside }) {
  const [seconds, version, node] = [releaseTime(), releaseVersion(), realpathSync(process.execPath)]
  const folder = `rubrica-${version}`
  const chart = entriesBelow(join(ROOT, 'deploy/helm/rubrica'), 'rubrica')
  await writeTarball(archiveEntries(folder), { seconds, path: join(out, `${folder}-linux-${ARCHITECTURE}.tar.gz`) })
  await writeTarball(chart, { seconds, path: join(out, `rubrica-chart-${version}.tgz`) })
  const { digest, packages } = await writeImage({ name: 'rubrica', out, debs, aside: join(aside, 'base'), node })
  writeBill(out, { node, debian: packages, version })
  writeDigests(out)
  return digest
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS })
  await installPackages()
  await buildStale()
  const out = resolve(values.out)
  if (out === RELEASE) rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  if (readdirSync(out).length > 0) throw new Refusal(`The folder ${out} holds something already; name an empty one.`)
  const aside = mkdtempSync(join(tmpdir(), 'rubrica-release-'))
  try {
    const debs = values.debs === undefined ? join(aside, 'debs') : resolve(values.debs)
    if (values.debs === undefined) {
      mkdirSync(debs)
      fetchPackages(debs)
    }
    const digest = await writeRelease(out, { debs, aside })
    console.log(`${readFileSync(join(out, 'SHA256SUMS'), 'utf8')}The image is ${digest}.\n${out}`)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
