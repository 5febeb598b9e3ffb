import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Has this thread's garbage collected now. The collector sees late what lies outside its heap, and of shared memory
 * nothing: files that nobody needs any more would stay.
 */
export function collectGarbage(): void {
  if (!collect) {
    // A new context has the function once the flag is set.
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
