import { readFileSync } from 'node:fs'

/** Ids of the render processes that this process started, oldest first; Linux only, as the product's memory watch. */
export function renderProcesses(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('render-worker')).map(Number)
}
