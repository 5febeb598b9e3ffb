/**
 * Test suites of others for paths and OCSP answers: NIST PKITS and OpenSSL's, as pyhanko-certvalidator carries them.
 *
 * They are not part of this project: pip fetches them once into .cache/path-suites.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const CACHE = join(import.meta.dirname, '..', '..', '..', '.cache')
const SUITES = join(CACHE, 'path-suites')
const DOWNLOAD_MS = 60_000
const DOWNLOAD = [
  ...['download', '--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '10'],
  ...['--no-deps', '--no-binary', ':all:', 'pyhanko-certvalidator'],
]

/** Names tests that cannot run. */
export const WHY_SKIPPED = 'skipped: pip cannot fetch pyhanko-certvalidator'

const run = (program: string, args: readonly string[], cwd: string): boolean =>
  spawnSync(program, args, { cwd, timeout: DOWNLOAD_MS, stdio: 'ignore' }).status === 0

/** The folder with the suites, fetched now if it must be; null where pip or the network is missing. */
export function fetchPathSuites(): string | null {
  if (existsSync(SUITES)) return SUITES
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'path-suites-'))
  try {
    if (!run('pip', DOWNLOAD, folder) && !run('python3', ['-m', 'pip', ...DOWNLOAD], folder)) return null
    const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))
    if (!archive || !run('tar', ['-xzf', archive], folder)) return null
    keep(join(folder, archive.replace(/\.tar\.gz$/, ''), 'tests', 'fixtures'))
    return SUITES
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Another test file may have been faster. */
function keep(source: string): void {
  try {
    renameSync(source, SUITES)
  } catch (error) {
    if (!existsSync(SUITES)) throw error
  }
}

export const readBytes = (...path: string[]): Uint8Array => new Uint8Array(readFileSync(join(...path)))

/** The files of a folder by their names. */
export const readFolder = (folder: string): Map<string, Uint8Array> =>
  new Map(readdirSync(folder).map((file) => [file, readBytes(folder, file)]))
