import { readFile } from 'node:fs/promises'

/** A process with all that descend from it, by Linux's list of processes. */
export async function treeOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(treeOf))
  return [pid, ...below.flat()]
}

/** The process whose number a file holds, if its command line has that word: the number may be another's by now. */
export async function processOf(pidFile: string, word: string): Promise<number | undefined> {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return undefined
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return words.split('\0').includes(word) ? pid : undefined
}

export function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}
