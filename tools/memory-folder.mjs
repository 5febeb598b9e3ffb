// Where the tests of a run write: into memory, if there is room. Their servers and databases are killed, the machine
// is not; so nothing has to reach a disk, which takes ten times as long for a database of seven hundred small files.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** `TMPFS_MAGIC` of statfs(2). */
const TMPFS = 0x01021994
/** Bytes that have to be free, in the folder and on the machine; a run takes a fifth of them. */
const ROOM = 2 * 2 ** 30

function hasRoom() {
  if (!existsSync(MEMORY)) return false
  const { type, bavail, bsize } = statfsSync(MEMORY)
  return type === TMPFS && bavail * bsize >= ROOM && freemem() >= ROOM
}

/** A container may forbid to run what lies in memory; tests do. */
function runsPrograms(folder) {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/**
 * Makes a folder that is gone with this process, and that others may pass, as PostgreSQL's user must.
 * @returns its path; that of the temporary files where TMPDIR names one, or memory is short or does not do
 */
export function openMemoryFolder() {
  if (process.env.TMPDIR || !hasRoom()) return tmpdir()
  const folder = mkdtempSync(join(MEMORY, 'rubrica-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // A signal alone would end the process without its last words.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  if (!runsPrograms(folder)) return tmpdir()
  chmodSync(folder, 0o711)
  return folder
}
