/** What a program costs that is started anew each time. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ProgramRun {
  /** From start to end of the program. */
  readonly elapsedMs: number
  /** User and system time of the program. */
  readonly cpuMs: number
}

const millisecondsOf = (times: string) => {
  const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(times) ?? []
  return (Number(minutes) * 60 + Number(seconds)) * 1000
}

/** Runs a program to its end. Fails when it does. */
export async function runTimed(program: string, args: readonly string[]): Promise<ProgramRun> {
  const began = performance.now()
  // The shell tells what its children used, as its last line.
  const { stdout } = await run('sh', ['-c', '"$@" || exit; times', 'sh', program, ...args])
  const elapsedMs = performance.now() - began
  const [user, system] = (stdout.trim().split('\n').at(-1) ?? '').split(' ')
  return { elapsedMs, cpuMs: millisecondsOf(user ?? '') + millisecondsOf(system ?? '') }
}
