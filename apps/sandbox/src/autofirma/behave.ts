import type { Kind } from './open-card-store.ts'
import { CAST } from '../people/cast.ts'

/** How the application on the PC behaves in the runs to come. */
export interface Behaviour {
  /** Whose PC it is. */
  readonly person: string
  /** What its store has; nothing at all is possible, too. */
  readonly certificates: readonly Kind[]
  /** The choice in the dialog: a kind, the first that is offered, a cancellation, or what somebody says at the desk. */
  readonly pick: Kind | 'first' | 'cancel' | 'by-hand'
  /** The password of the store was wrong: the application shows as little as of an empty one, and says no more. */
  readonly isLocked: boolean
  /** Which of the three ports it gets: those before it are taken. */
  readonly portIndex: number
  /** Milliseconds until it listens, 2000 to 11,000 for the real one; null: it is not installed. */
  readonly startsAfter: number | null
  /** Milliseconds that the person takes for a dialog. */
  readonly dialogTakes: number
  /** A version without protocol 4.1: it works on one message after the other, and errors are `SAF_`. */
  readonly isOld: boolean
  /** It takes itself for another run than the one that is asked. */
  readonly isOtherSession: boolean
  /** The number of the reply, counted from 1 in each run, that is held back until something else comes. */
  readonly holdsBack: number | null
  /** The window of an error is left open until it is closed by the control. */
  readonly leavesErrorsOpen: boolean
  /** Octets by which each result is longer than it need be. */
  readonly filler: number
  /** What is answered to operations instead of their results: one after the other, the last one again and again. */
  readonly answer: readonly string[] | null
  /** The connection ends when an operation is asked for. */
  readonly hangsUp: boolean
  /** Documents of batches that fail, by their place from 1. */
  readonly failing: readonly number[]
}

export const USUAL: Behaviour = {
  person: CAST[0].id,
  certificates: ['own', 'other', 'expired'],
  pick: 'by-hand',
  isLocked: false,
  portIndex: 0,
  startsAfter: 2000,
  dialogTakes: 0,
  isOld: false,
  isOtherSession: false,
  holdsBack: null,
  leavesErrorsOpen: false,
  filler: 0,
  answer: null,
  hangsUp: false,
  failing: [],
}
