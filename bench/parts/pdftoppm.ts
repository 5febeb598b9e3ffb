/** Poppler's page renderer, the peer of ours. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PeerRun {
  /** From start to end of the program. */
  readonly elapsedMs: number
  /** User and system time of the program; to 10 ms. */
  readonly cpuMs: number
}

const millisecondsOf = (times: string) => {
  const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(times) ?? []
  return (Number(minutes) * 60 + Number(seconds)) * 1000
}

/** Draws the first pages of a file at 100 dpi, with a process of its own as always. */
export async function drawWithPdftoppm(file: string, pages: number, folder: string): Promise<PeerRun> {
  const began = performance.now()
  // The shell tells what its children used, as its second line.
  const command = 'pdftoppm -cropbox -jpeg -r 100 -l "$1" "$2" "$3"; times'
  const { stdout } = await run('sh', ['-c', command, 'sh', String(pages), file, join(folder, 'page')])
  const elapsedMs = performance.now() - began
  const [user, system] = (stdout.trim().split('\n').at(-1) ?? '').split(' ')
  return { elapsedMs, cpuMs: millisecondsOf(user ?? '') + millisecondsOf(system ?? '') }
}
