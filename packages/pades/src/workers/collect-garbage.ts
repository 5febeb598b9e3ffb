import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Collects this thread's garbage now. The collector learns late of memory outside its heap, and does not count shared
 * memory: unused files would stay.
 */
export function collectGarbage(): void {
  if (!collect) {
    // A new context has the function once the flag is set.
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
