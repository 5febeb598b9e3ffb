import { z } from 'zod'
import { HISTORY_ACTS, isTimeZone } from '@rubrica/domain'
import { decisionBy, documentState } from './decision.ts'
import { endpoint, guid, problem } from './endpoint.ts'

const historyEntry = z
  .object({
    /** Of the signer or the approver that the person was, or of their copy. */
    Guid: guid,
    DocGuid: guid,
    /** An approver has approved or rejected. */
    IsApprover: z.boolean(),
    FileName: z.string(),
    SenderName: z.string(),
    Tag: z.string(),
    DocumentState: documentState,
    ...decisionBy(HISTORY_ACTS),
  })
  .meta({ id: 'HistoryEntry' })

export const history = endpoint({
  method: 'GET',
  path: '/signeddocuments',
  base: 'main',
  auth: 'bearer',
  summary:
    'What the user has signed, approved, rejected or got a copy of, the latest first; `Next` asks for what follows',
  query: z
    .object({
      /** Part of the file's name, in any case and with or without accents. */
      FileName: z.string().max(255).optional(),
      Sender: z.string().max(255).optional(),
      Act: z.enum(HISTORY_ACTS).optional(),
      From: z.iso.date().optional(),
      To: z.iso.date().optional(),
      /** In which From and To are days; UTC unless it is said. */
      TimeZone: z.string().max(64).refine(isTimeZone, { message: 'is not the name of a time zone' }).optional(),
      /** `Next` of the answer before. */
      Cursor: z.string().max(200).optional(),
    })
    .refine(({ From, To }) => From === undefined || To === undefined || From <= To, {
      path: ['From'],
      message: 'must not be after To',
    }),
  answers: {
    200: z.object({ List: z.array(historyEntry), Next: z.string().nullable() }).meta({ id: 'HistoryPage' }),
    400: problem,
    401: problem,
  },
})
