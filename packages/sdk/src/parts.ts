/** What the parts of a client have in common: how they call, read page after page, and wait. */
import type { ClientOf } from '@rubrica/contract'
import type { ProgramCalls } from './program-calls.ts'
import { pollPause } from './wait.ts'

export type Calls = ClientOf<ProgramCalls>

export interface Watching {
  readonly signal?: AbortSignal
  /** Milliseconds from one look to the next; the pause grows from the first to the second while nothing happens. */
  readonly pause?: { readonly shortest: number; readonly longest: number }
}

export interface Surroundings {
  readonly calls: Calls
  /** From which subscription, where the person has several. */
  readonly subscription: string | undefined
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export const queryOf = ({ subscription }: Pick<Surroundings, 'subscription'>): { subscription?: string } =>
  subscription === undefined ? {} : { subscription }

/** Changes a thing only as it was when it was looked at. */
export const ifVersion = (version: number) => ({ 'if-match': `"v${version}"` })

interface Page<Item> {
  readonly data: readonly Item[]
  readonly next: string | null
}

/** Pages are fetched as they are needed. @param fetchPage asked with what names the next page */
export async function* readPages<Item>(
  fetchPage: (query: { cursor?: string }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void> {
  let cursor: string | null = null
  do {
    const page: Page<Item> = await fetchPage(cursor === null ? {} : { cursor })
    yield* page.data
    cursor = page.next
  } while (cursor !== null)
}

interface Patience {
  readonly wait: Surroundings['wait']
  readonly pause: NonNullable<Watching['pause']>
  readonly signal: AbortSignal | undefined
}

/** Looks again and again until something has come to rest. @throws the reason of the signal */
export async function watch<Thing>(
  { wait, pause, signal }: Patience,
  look: () => Promise<Thing>,
  isAtRest: (thing: Thing) => boolean,
): Promise<Thing> {
  for (let looks = 0; ; looks += 1) {
    signal?.throwIfAborted()
    const thing = await look()
    if (isAtRest(thing)) return thing
    await wait(pollPause(looks, pause), signal)
  }
}
