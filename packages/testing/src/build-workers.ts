import { buildStale, WORKERS } from '../../../tools/build.mjs'

/** Global set-up of the unit tests: what they start in threads and processes of its own is as new as its source. */
export async function setup(): Promise<void> {
  await buildStale({ only: WORKERS })
}
