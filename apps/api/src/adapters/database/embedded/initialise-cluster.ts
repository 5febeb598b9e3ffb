import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, lstat, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseError } from './database-error.ts'
import type { Binaries } from './find-binaries.ts'
import { makePassableDirectory, makePrivateDirectory, type Identity } from './run-as.ts'

const run = promisify(execFile)

/** The fixed locale of every cluster: the machine's LANG must change neither sorting nor the words of errors. */
export const DATABASE_LOCALE = { LC_ALL: 'C', LANG: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

export const DATABASE_USER = 'rubrica'

/**
 * Makes the cluster of a new data directory and returns its password; of an existing one, reads the password.
 * A cluster is built aside and renamed into place with its password, so that two starts at once make one cluster
 * and an interrupted start makes none.
 * @throws {DatabaseError} DATABASE_DAMAGED when a part of an existing cluster is missing.
 */
export async function initialiseCluster(
  home: string,
  binaries: Binaries,
  identity: Identity | undefined,
): Promise<{ directory: string; password: string }> {
  const installed = join(home, 'installed')
  const directory = join(installed, 'cluster')
  if (!(await lstat(installed).catch(() => undefined))) await build(installed, binaries, identity)
  const password = await readFile(join(installed, 'password'), 'utf8').catch(() => undefined)
  const files = await readdir(directory).catch((): string[] => [])
  if (password !== undefined && files.includes('PG_VERSION') && files.includes('global')) return { directory, password }
  throw new DatabaseError(
    'DATABASE_DAMAGED',
    `The database in ${installed} is damaged: files that PostgreSQL needs are missing; restore a backup into a new data directory.`,
  )
}

async function build(installed: string, binaries: Binaries, identity: Identity | undefined): Promise<void> {
  await removeLeftovers(installed)
  const aside = `${installed}.${process.pid}.${randomBytes(4).toString('hex')}`
  const cluster = join(aside, 'cluster')
  const password = randomBytes(24).toString('base64url')
  await makePassableDirectory(aside, identity)
  await makePrivateDirectory(cluster, identity)
  const handOver = join(aside, 'hand-over')
  await writeFile(handOver, password, { mode: 0o600 })
  if (identity) await chown(handOver, identity.uid, identity.gid)
  const authentication = ['-U', DATABASE_USER, '-A', 'scram-sha-256', `--pwfile=${handOver}`]
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await run(binaries.initdb, ['-D', cluster, ...authentication, ...locale], {
      ...identity,
      env: DATABASE_LOCALE,
      cwd: '/',
    })
    await rm(handOver)
    await writeFile(join(aside, 'password'), password, { mode: 0o600 })
    await rename(aside, installed)
  } catch (cause) {
    await rm(aside, { recursive: true, force: true })
    if (await lstat(installed).catch(() => undefined)) return
    throw new DatabaseError('DATABASE_NOT_STARTED', `A database could not be made in ${installed}: ${reason(cause)}`, {
      cause,
    })
  }
}

/** What a start that was killed half-way left behind; a start that still runs is left alone. */
async function removeLeftovers(installed: string): Promise<void> {
  const prefix = `${basename(installed)}.`
  for (const name of await readdir(dirname(installed)).catch((): string[] => [])) {
    const pid = Number(name.slice(prefix.length).split('.')[0])
    if (name.startsWith(prefix) && !isAlive(pid)) {
      await rm(join(dirname(installed), name), { recursive: true, force: true })
    }
  }
}

/** Whether a process of that number exists (not whether it is the one that was meant). */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function reason(cause: unknown): string {
  const lines = String((cause as { stderr?: string }).stderr ?? cause)
    .trim()
    .split('\n')
  return lines.find((line) => /error|fatal|cannot|could not/i.test(line)) ?? lines.at(-1) ?? 'no reason given'
}
