/** The verification code of a sent document, for whoever sent it. */
import { z } from 'zod'
import { VERIFICATION_LEVELS } from '@rubrica/domain/verification-code'
import { endpoint, guid } from './endpoint.ts'
import { from, toManage, toRead } from './sender.ts'

const verificationCode = z
  .object({
    /** Null where it leads nowhere. */
    code: z.string().nullable(),
    /** The page that the code leads to. */
    address: z.string().nullable(),
    level: z.enum(VERIFICATION_LEVELS),
    withdrawn: z.boolean(),
    /** The subscription has no codes: as long as that is so, this one leads nowhere. */
    off: z.boolean(),
    /** Names and the document are told to who also knows the last four characters of a signer's legal id. */
    asksHolder: z.boolean(),
    /** A signer has a legal id that has them; else nobody can answer. */
    canAskHolder: z.boolean(),
  })
  .meta({ id: 'VerificationCode' })

const ofDocument = {
  path: '/v1/documents/:docGuid/verification',
  params: z.object({ docGuid: guid }),
  query: z.object(from),
  problems: ['DOCUMENT_NOT_FOUND'],
} as const

export const documentCode = endpoint({
  ...toRead,
  ...ofDocument,
  method: 'GET',
  summary: 'The code that leads anybody who has it to what is told of a document, and how much that is',
  answers: { 200: verificationCode },
})

export const changeDocumentCode = endpoint({
  ...toManage,
  ...ofDocument,
  method: 'PATCH',
  summary:
    'Have the code of a document tell more or less, withdraw it, or let a withdrawn one lead to the document again',
  body: z
    .object({
      level: z.enum(VERIFICATION_LEVELS).optional(),
      withdrawn: z.boolean().optional(),
      asksHolder: z.boolean().optional(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), { message: 'changes nothing' }),
  answers: { 200: verificationCode },
})
