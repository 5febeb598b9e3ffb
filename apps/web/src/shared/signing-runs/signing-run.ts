import type { RunState } from '@rubrica/domain'

/** A signing run as the server tells it: many documents that it signs by itself once its person has authorised them. */
export interface SigningRun {
  readonly RunGUID: string
  /** Null where a certificate is made for each signature, or is on the person's PC. */
  readonly CertGUID: string | null
  /** Of the provider that makes them, or `local`. */
  readonly CertType: string | null
  readonly State: RunState
  /** What the person is asked to confirm now; without a page it is their phone that asks. */
  readonly Asked: { readonly FileName: string | null; readonly Page: string | null } | null
  readonly Paused: boolean
  readonly Code: string | null
  readonly Counts: Readonly<Record<string, number>>
  readonly CreatedAt: string
  readonly AuthorisedAt: string | null
  readonly EndedAt: string | null
  readonly ExpiresAt: string
}

/** Where a run is: its documents are prepared, or signed, `done` of `total`. */
export interface RunProgress {
  readonly doing: 'preparing' | 'signing'
  readonly done: number
  readonly total: number
  /** The server needs nobody any more. */
  readonly isAuthorised: boolean
  /** What is left is tried again by itself: a service that it needs does not answer. */
  readonly isHindered: boolean
}

type Counted = Pick<SigningRun, 'Counts'>

/** How many documents of a run are in one of these states. */
export const countIn = ({ Counts }: Counted, ...states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (Counts[state] ?? 0), 0)

/** How many documents of a run wait for its person. */
export const waitingIn = (run: Counted): number => countIn(run, 'prepared', 'queued')

/** How many documents a run has. */
export const totalOf = ({ Counts }: Counted): number => Object.values(Counts).reduce((sum, one) => sum + one, 0)

/** How far a run is. What cannot be signed counts as done: nothing more happens to it. */
export function progressOf(run: Pick<SigningRun, 'State' | 'Code' | 'Counts' | 'EndedAt'>): RunProgress {
  const unsigned = countIn(run, 'failed', 'discarded')
  const isPreparing = run.State === 'preparing' && countIn(run, 'signed') === 0
  return {
    doing: isPreparing ? 'preparing' : 'signing',
    done: unsigned + countIn(run, isPreparing ? 'prepared' : 'signed'),
    total: totalOf(run),
    isAuthorised: run.State === 'finishing' || run.EndedAt !== null,
    isHindered: (run.State === 'finishing' || run.State === 'confirming') && run.Code !== null,
  }
}

const WORKED_ON: readonly SigningRun['State'][] = ['preparing', 'confirming', 'finishing']

/** Whether a run changes by itself: the server prepares, signs, or ends what it had begun. */
export const isMoving = (run: SigningRun): boolean =>
  run.EndedAt === null &&
  (run.State === 'stopped' || countIn(run, 'finishing') > 0 || (!run.Paused && WORKED_ON.includes(run.State)))
