import { z } from 'zod'
import type { HistoryAct } from '@rubrica/domain'

/** How a document stands, in the words of the portal's calls. */
export const documentState = z.enum(['Open', 'Completed', 'Rejected', 'Expired', 'Cancelled'])

/** What the user did about a document, when, and why if it was a rejection. */
export const decisionBy = <const A extends readonly HistoryAct[]>(acts: A) => ({
  Act: z.enum(acts),
  OperationTime: z.string(),
  RejectionReason: z.string().nullable(),
  /** Who did it in the name of the person whom it was before; null where that person did. */
  Deputy: z.string().nullable(),
})
