// The lowest layer of an image: of a few Debian packages what Node needs, and nothing that can be run. The packages are
// fetched by mmdebstrap, which checks Debian's signatures, or lie in a folder already.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../common.mjs'
import { entriesBelow, file, folder } from './tar-entries.mjs'

/** Debian 13: what is compiled on an older one runs there. */
const SUITE = 'trixie'
const WANTED = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6']
/** Libraries, their licences, and what says which Debian this is. */
const KEPT = [
  /^(?:lib|lib64|usr\/lib64\/.*|usr\/lib\/os-release|etc\/os-release|etc\/debian_version)$/,
  /^usr\/lib\/[^/]+-linux-gnu\/(?:ld-|lib)[^/]*\.so[^/]*$/,
  /^usr\/share\/(?:common-licenses\/.*|doc\/[^/]+\/copyright)$/,
]
/** Parts of libc6 with which programs are examined. */
const DROPPED = /lib(?:memusage|pcprofile|c_malloc_debug|thread_db|BrokenLocale)\.so/
/** Who runs the server, by number: names mean nothing outside. */
export const USER = 10_001

/** Fetches the packages and those that they depend on into the folder, for the processor of this machine. */
export function fetchPackages(place, suite = SUITE) {
  if (spawnSync('mmdebstrap', ['--version']).status !== 0) {
    throw new Refusal('An image begins with packages that mmdebstrap fetches: "apt-get install mmdebstrap" brings it.')
  }
  const copy = `--extract-hook=copy-out /var/cache/apt/archives ${place}`
  const args = ['--variant=extract', `--include=${WANTED.join(',')}`, copy, suite, join(place, 'root.tar')]
  const { status, stderr } = spawnSync('mmdebstrap', args, { encoding: 'utf8' })
  if (status !== 0) throw new Refusal(`The packages of Debian cannot be fetched:\n${stderr.trim().slice(-1500)}`)
}

/** What Debian says of the package in a file. */
function describePackage(path) {
  const control = execFileSync('dpkg-deb', ['--field', path], { encoding: 'utf8' })
  const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? ''
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { name: field('Package'), version: field('Version'), architecture: field('Architecture'), sha256, control }
}

/** Scanners look here for what an image without dpkg holds. */
const statusOf = ({ name, control }) => file(`var/lib/dpkg/status.d/${name}`, control)

const ACCOUNTS = [
  file('etc/passwd', `root:x:0:0:root:/:/none\nrubrica:x:${USER}:${USER}:Rubrica:/var/lib/rubrica:/none\n`),
  file('etc/group', `root:x:0:\nrubrica:x:${USER}:\n`),
  // Without it the library would ask DNS before it looks into /etc/hosts.
  file('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
  folder('tmp', { mode: 0o1777 }),
  ...['dev', 'proc', 'run', 'sys'].map((path) => folder(path)),
  // What a new volume at these places takes after.
  folder('etc/rubrica', { mode: 0o700, owner: USER }),
  folder('var/lib/rubrica', { mode: 0o700, owner: USER }),
]

/**
 * @param {string} place a folder in or below which there are `.deb` files
 * @param {string} aside a folder for what is unpacked, which the entries read from
 */
export function readBase(place, aside) {
  const paths = readdirSync(place, { recursive: true }).filter((name) => name.endsWith('.deb'))
  const packages = paths.map((name) => ({ path: join(place, name), ...describePackage(join(place, name)) }))
  const missing = WANTED.filter((name) => !packages.some((one) => one.name === name))
  if (missing.length > 0) throw new Refusal(`The base lacks the packages ${missing.join(', ')}.`)
  // What they only depend on is no library.
  const used = packages.filter(({ name }) => WANTED.includes(name) || /^gcc-\d+-base$/.test(name))
  used.sort((a, b) => (a.name < b.name ? -1 : 1))
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true })
  for (const { path } of used) execFileSync('dpkg-deb', ['--extract', path, aside])
  const unpacked = entriesBelow(aside, '').map((entry) => ({ ...entry, path: entry.path.slice(1) }))
  const kept = unpacked.filter(({ path, type }) => {
    return type !== 'folder' && KEPT.some((rule) => rule.test(path)) && !DROPPED.test(path)
  })
  return {
    entries: [...kept, ...used.map(statusOf), ...ACCOUNTS],
    packages: used.map(({ name, version, architecture, sha256 }) => ({ name, version, architecture, sha256 })),
  }
}
