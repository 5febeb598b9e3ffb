/** Says what a run under faults has broken of what the product promises. The promises are per key: a few joins. */
import type { Evidence, Invariant, Violation } from './evidence.ts'
import { boundsGuesses, heals, keepsNamedObjects, tellsWhoIsCalled } from './healed.ts'
import { keepsPromises } from './kept-promises.ts'
import { acknowledgedIsSigned, answersOneWay, signsOnce } from './signed-once.ts'
import { neverGoesBack, recordIsWhole } from './whole-record.ts'

/** I1 to I10, in their order. */
const INVARIANTS: readonly Invariant[] = [
  signsOnce,
  acknowledgedIsSigned,
  answersOneWay,
  keepsPromises,
  recordIsWhole,
  neverGoesBack,
  heals,
  tellsWhoIsCalled,
  boundsGuesses,
  keepsNamedObjects,
]

/** @returns each promise that was not kept; nothing when all were */
export const judge = (evidence: Evidence): Violation[] => INVARIANTS.flatMap((invariant) => invariant(evidence))
