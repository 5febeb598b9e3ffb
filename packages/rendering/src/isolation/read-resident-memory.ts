import { readFileSync } from 'node:fs'

/** The kernel counts /proc/<pid>/statm in pages; Node gives no way to ask for their size, and 4 KiB is the smallest. */
const PAGE_BYTES = 4096

/** Resident memory of a process in bytes, or undefined where there is no /proc or the process has ended. */
export function readResidentMemory(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined
  } catch {
    return undefined
  }
}
