import type { MarkOf } from '../modules/verification-mark.ts'
import type { Foundation } from './foundation.ts'

/** No document has a mark. */
export const composeMarks: (foundation: Foundation) => MarkOf = () => () => Promise.resolve(undefined)
