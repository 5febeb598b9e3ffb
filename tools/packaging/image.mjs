// `npm run image [-- --sandbox] [--out FOLDER] [--debs FOLDER] [--node FILE]`: builds what is stale and writes the image
// as an OCI archive, without Docker. Two images of the same commit, of the same packages and Node, are equal.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildStale } from '../build.mjs'
import { Refusal, ROOT, installPackages, runCommand } from '../common.mjs'
import { fetchPackages, USER } from './debian-base.mjs'
import { IMAGES, layOut } from './lay-out.mjs'
import { writeOciArchive } from './oci-archive.mjs'

const OPTIONS = {
  sandbox: { type: 'boolean', default: false },
  out: { type: 'string', default: join(ROOT, 'release') },
  debs: { type: 'string' },
  node: { type: 'string', default: process.execPath },
}
/** As Go, and with it the specification, names processors. */
export const ARCHITECTURE = { x64: 'amd64', arm64: 'arm64' }[process.arch]
/** Everything of the server's that is no secret and the same in every container. */
const ENVIRONMENT = {
  PATH: '/usr/bin',
  HOST: '0.0.0.0',
  PORT: '8080',
  DATA_DIR: '/var/lib/rubrica',
}
const FOR_SERVER = { NODE_ENV: 'production', SERVER_KEY_FILE: '/etc/rubrica/server-keys.json' }

const git = (...args) => {
  const { status, stdout } = spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The time of all files: that of the commit, so that it says something and is the same for everybody. */
export function releaseTime() {
  const text = process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct')
  if (text !== undefined && /^\d{1,11}$/.test(text)) return Number(text)
  throw new Refusal(
    'This is no git working tree: set SOURCE_DATE_EPOCH to the time of the release, in seconds since 1970.',
  )
}

/** The commit; with a mark where the tree has what no commit has. */
function revision() {
  const commit = git('rev-parse', 'HEAD')
  return commit && git('status', '--porcelain', '--untracked-files=no') ? `${commit}-changed` : commit
}

export const releaseVersion = () => JSON.parse(readFileSync(join(ROOT, 'apps/api/package.json'), 'utf8')).version

function labelsOf({ title, description }, { node, seconds }) {
  const commit = revision()
  return {
    'org.opencontainers.image.title': title,
    'org.opencontainers.image.description': description,
    'org.opencontainers.image.version': releaseVersion(),
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.created': new Date(seconds * 1000).toISOString(),
    ...(commit && { 'org.opencontainers.image.revision': commit }),
    'rubrica.node': execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
  }
}

/** What a container is started with. */
export function configOf({ program }, { labels, isServer }) {
  return {
    User: `${USER}:${USER}`,
    Env: Object.entries({ ...ENVIRONMENT, ...(isServer && FOR_SERVER) }).map(([name, value]) => `${name}=${value}`),
    Cmd: ['/usr/bin/node', '--enable-source-maps', `/opt/rubrica/dist/${program}`],
    WorkingDir: '/var/lib/rubrica',
    ExposedPorts: { '8080/tcp': {} },
    StopSignal: 'SIGTERM',
    Labels: labels,
  }
}

/**
 * @param {{ name: keyof typeof IMAGES, out: string, debs: string, aside: string, node: string }} wish
 * @returns {Promise<{ path: string, digest: string, packages: object[] }>} the archive, what a registry will call the
 *   image, and the packages of Debian in it
 */
export async function writeImage({ name, out, debs, aside, node }) {
  if (process.platform !== 'linux' || ARCHITECTURE === undefined) {
    throw new Refusal(
      'Images are made on Linux, on amd64 or arm64: Node and its native packages go in as they are here.',
    )
  }
  const [image, seconds, version] = [IMAGES[name], releaseTime(), releaseVersion()]
  const labels = labelsOf(image, { node, seconds })
  const { layers, packages } = layOut(image, { debs, aside, node })
  const config = configOf(image, { labels, isServer: name === 'rubrica' })
  const path = join(out, `${name}-${version}-linux-${ARCHITECTURE}.oci.tar`)
  const digest = await writeOciArchive(
    { name, version, architecture: ARCHITECTURE, config, annotations: labels, layers, seconds },
    path,
  )
  writeFileSync(
    path.replace(/\.tar$/, '.json'),
    `${JSON.stringify({ digest, labels, debian: packages }, undefined, 2)}\n`,
  )
  return { path, digest, packages }
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS })
  const node = realpathSync(values.node)
  await installPackages()
  await buildStale()
  const out = resolve(values.out)
  mkdirSync(out, { recursive: true })
  const aside = mkdtempSync(join(tmpdir(), 'rubrica-image-'))
  try {
    const debs = values.debs === undefined ? join(aside, 'debs') : resolve(values.debs)
    if (values.debs === undefined) {
      mkdirSync(debs)
      console.log('Fetching the packages of Debian …')
      fetchPackages(debs)
    } else if (!existsSync(debs)) throw new Refusal(`There is no folder ${debs}.`)
    const name = values.sandbox ? 'rubrica-sandbox' : 'rubrica'
    const { path, digest } = await writeImage({ name, out, debs, aside: join(aside, 'base'), node })
    console.log(`${path}\n${digest}`)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
