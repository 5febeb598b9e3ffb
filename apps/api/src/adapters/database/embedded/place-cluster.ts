import { createHash, randomUUID } from 'node:crypto'
import { chmod, lstat, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseError } from './database-error.ts'
import { SHARED_STATE } from './find-binaries.ts'
import { makePassableDirectory, makePrivateDirectory, type Identity } from './run-as.ts'

/** A Unix socket's path is limited by the kernel: 108 bytes with its end mark on Linux, 104 elsewhere. */
const SOCKET_PATH_LIMIT = 103
const SOCKET_NAME = '/.s.PGSQL.5432'
const POINTER = 'database.location'

/** Where one data directory keeps its cluster. */
export interface ClusterPlace {
  /** Holds `cluster/` (PostgreSQL's own directory) and `password`. */
  readonly home: string
  readonly sockets: string
}

/**
 * Decides where the cluster of a data directory lives: below it, or, when root's unprivileged database user cannot
 * pass one of its parents, in the system's state directory, with a pointer file left in the data directory.
 * @throws {DatabaseError} DATABASE_IN_USE when the data directory is a copy whose pointer leads to the original.
 */
export async function placeCluster(dataDir: string, identity: Identity | undefined): Promise<ClusterPlace> {
  await makePassableDirectory(dataDir, identity)
  const dir = await realpath(dataDir)
  const home = await chooseHome(dir, identity)
  await makePassableDirectory(home, identity)
  return { home, sockets: await placeSockets(home, identity) }
}

async function chooseHome(dir: string, identity: Identity | undefined): Promise<string> {
  const pointed = await readPointer(dir)
  if (pointed) return pointed
  if (!identity) return join(dir, 'database')
  await letOthersPass(dir)
  if (await othersCanPass(dirname(dir))) return join(dir, 'database')
  const name = `${createHash('sha256').update(dir).digest('hex').slice(0, 12)}-${randomUUID().slice(0, 8)}`
  const home = join(SHARED_STATE, name)
  await makePassableDirectory(SHARED_STATE, identity)
  await makePassableDirectory(home, identity)
  await writeFile(join(home, 'data-directory'), dir)
  await writeFile(join(dir, POINTER), home)
  return home
}

/** The pointer of a copied data directory leads to the original's cluster, which must not get two masters. */
async function readPointer(dir: string): Promise<string | undefined> {
  const home = await readFile(join(dir, POINTER), 'utf8').catch(() => undefined)
  if (home === undefined) return undefined
  const owner = await readFile(join(home, 'data-directory'), 'utf8').catch(() => undefined)
  if (owner === undefined) {
    throw new DatabaseError(
      'DATABASE_DAMAGED',
      `The data directory ${dir} keeps its database in ${home}, which is missing; put it back, or restore a backup.`,
    )
  }
  if (owner === dir) return home
  if (await stat(owner).catch(() => undefined)) {
    throw new DatabaseError(
      'DATABASE_IN_USE',
      `The data directory ${dir} is a copy of ${owner}, and its database in ${home} belongs to the original; copy an installation with rubrica backup and restore.`,
    )
  }
  await writeFile(join(home, 'data-directory'), dir)
  return home
}

async function letOthersPass(dir: string): Promise<void> {
  const { mode } = await stat(dir)
  if ((mode & 0o001) === 0) await chmod(dir, (mode & 0o777) | 0o011)
}

async function othersCanPass(dir: string): Promise<boolean> {
  const { mode } = await stat(dir)
  if ((mode & 0o001) === 0) return false
  return dir === dirname(dir) || othersCanPass(dirname(dir))
}

async function placeSockets(home: string, identity: Identity | undefined): Promise<string> {
  const beside = join(home, 'run')
  const short = join(tmpdir(), `rubrica-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  const sockets = Buffer.byteLength(beside + SOCKET_NAME) <= SOCKET_PATH_LIMIT ? beside : short
  await makePrivateDirectory(sockets, identity)
  // In a shared temporary directory anybody could have made a directory of that name before us.
  const made = await lstat(sockets)
  const owner = identity?.uid ?? process.getuid?.() ?? made.uid
  if (made.isDirectory() && made.uid === owner && (made.mode & 0o077) === 0) return sockets
  throw new DatabaseError('DATABASE_NOT_STARTED', `The directory ${sockets} belongs to somebody else; remove it.`)
}
