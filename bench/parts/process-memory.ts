/** What processes hold in memory, as the kernel counts it; Linux only. */
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
