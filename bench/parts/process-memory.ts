/** What processes hold in memory, and how long they worked, as the kernel counts it; Linux only. */
import { existsSync, readFileSync } from 'node:fs'

const MEGABYTE = 1024

/** Megabytes resident, of this process alone. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / MEGABYTE
}

/** The process and all that it started, whoever of them started whom. */
function processTree(pid: number): number[] {
  if (!existsSync(`/proc/${pid}/task`)) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => processTree(Number(child)))]
}

/** Megabytes that the processes hold together; pages that several share are counted once (Pss). */
export function treeMegabytes(pid: number): number {
  const megabytesOf = (one: number): number => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / MEGABYTE
    } catch {
      // It ended meanwhile.
      return 0
    }
  }
  return processTree(pid).reduce((sum, one) => sum + megabytesOf(one), 0)
}

/** Ticks of `utime` and `stime`, the 14th and 15th field of proc(5) stat; sysconf(_SC_CLK_TCK) is 100 on Linux. */
const TICKS_PER_SECOND = 100

/** Milliseconds of processor time of a process and all that run below it. */
export function treeProcessorMs(pid: number): number {
  const ticksOf = (one: number): number => {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  }
  return (processTree(pid).reduce((sum, one) => sum + ticksOf(one), 0) * 1000) / TICKS_PER_SECOND
}
