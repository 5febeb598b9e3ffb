import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from './database-error.ts'
import type { Binaries } from './find-binaries.ts'
import { DATABASE_LOCALE, isAlive } from './initialise-cluster.ts'
import type { Identity } from './run-as.ts'

/** A killed predecessor's backends and shared memory may need this long to go. */
const ATTEMPTS = 300
const ATTEMPT_PAUSE_MS = 100
const STOP_POLL_MS = 20
const STOP_POLLS = 1500
const LAST_WORDS = 20_000

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // More than DATABASE_POOL can ask for, with the tools that work beside a server; each costs about 20 kB.
  max_connections: '600',
  shared_buffers: '128MB',
  // A failing statement would bring its values, people's data, into the log.
  log_min_error_statement: 'panic',
}

export interface PostgresLaunch {
  readonly binaries: Binaries
  readonly directory: string
  readonly sockets: string
  readonly identity: Identity | undefined
}

/**
 * Makes sure that a PostgreSQL serves the cluster: adopts a live one (left by a killed server, or started by a
 * command that runs beside us), or starts one. A process number alone proves nothing: only a socket that answers does.
 * @returns its process number.
 * @throws {DatabaseError} with PostgreSQL's own reason when it refuses the files.
 */
export async function ensurePostgres(launch: PostgresLaunch): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const running = await findRunning(launch)
    if (running) return running
    const started = await start(launch)
    if (typeof started === 'number') return started
    if (!/lock file|shared memory block|is starting up/i.test(started)) throw explain(started, launch.directory)
    await pause(ATTEMPT_PAUSE_MS)
  }
  throw new DatabaseError(
    'DATABASE_IN_USE',
    `The database in ${launch.directory} is held by another PostgreSQL that does not answer; stop it first.`,
  )
}

async function findRunning({ directory, sockets }: PostgresLaunch): Promise<number | undefined> {
  const pidFile = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(pidFile.split('\n')[0])
  if (await isZombie(pid)) await rm(join(directory, 'postmaster.pid'), { force: true })
  return isAlive(pid) && (await answers(join(sockets, '.s.PGSQL.5432'))) ? pid : undefined
}

/** In a container whose first process reaps nobody, a killed PostgreSQL keeps its number and so its lock file. */
async function isZombie(pid: number): Promise<boolean> {
  const status = pid > 0 ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : ''
  return /\) Z /.test(status)
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended and everything is written; its lock file goes last. */
export async function stopPostgres(pid: number, directory: string): Promise<void> {
  process.kill(pid, 'SIGINT')
  for (let poll = 0; poll < STOP_POLLS && isAlive(pid) && !(await isZombie(pid)); poll += 1) {
    if (!existsSync(join(directory, 'postmaster.pid'))) return
    await pause(STOP_POLL_MS)
  }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Starts PostgreSQL in a session of its own, so that Ctrl-C in our terminal does not end it before our own work. */
function start({ binaries, directory, sockets, identity }: PostgresLaunch): Promise<number | string> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', directory, '-k', sockets, ...settings], {
    ...identity,
    env: DATABASE_LOCALE,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return untilReadyOrGone(child)
}

function untilReadyOrGone(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    let words = ''
    child.stderr?.setEncoding('utf8')
    child.stderr?.on('data', (chunk: string) => {
      words = (words + chunk).slice(-LAST_WORDS)
      if (child.pid !== undefined && words.includes('ready to accept connections')) {
        letGo(child)
        resolve(child.pid)
      }
    })
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(words))
  })
}

/** Its pipe stays drained, but neither it nor the process keeps ours alive. */
function letGo(child: ChildProcess): void {
  child.unref()
  const pipe = child.stderr as unknown as { unref?: () => void } | null
  pipe?.unref?.()
}

function explain(words: string, directory: string): DatabaseError {
  const fatal = /(?:FATAL|PANIC|ERROR|LOG): {2}(.+)/g
  const said = [...words.matchAll(fatal)].map((match) => match[1] ?? '')
  const reason = said.findLast((line) => !/^(?:starting PostgreSQL|database system is shut down)/.test(line)) ?? words
  if (/incompatible with server|initialized by PostgreSQL version/.test(words)) {
    const version = /initialized by PostgreSQL version (\S+?),/.exec(words)?.[1] ?? 'another version'
    return new DatabaseError(
      'DATABASE_VERSION',
      `The database in ${directory} was made by PostgreSQL ${version}, which this release does not read; use the release that made it to back up, and restore the backup here.`,
    )
  }
  if (/No space left on device/.test(words)) {
    return new DatabaseError('DATABASE_NOT_STARTED', `The disk that holds ${directory} is full.`)
  }
  return new DatabaseError(
    'DATABASE_DAMAGED',
    `The database in ${directory} is damaged (PostgreSQL says: ${reason.trim()}); restore a backup into a new data directory.`,
  )
}
