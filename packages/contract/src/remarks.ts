/** What who stands in for somebody says to them of a document. */
import { z } from 'zod'
import { endpoint, guid, nothing, ONE_DOCUMENT, problem } from './endpoint.ts'

const ofPerson = { base: 'main', auth: 'bearer' } as const

/** Characters at most. */
export const LONGEST_REMARK = 500

const remark = z
  .object({
    DeputyName: z.string(),
    /** Whether it is of the person who asks. */
    IsOwn: z.boolean(),
    /** They have looked at the document, and found nothing in its way. */
    IsChecked: z.boolean(),
    /** Empty where they only checked it. */
    Text: z.string(),
    At: z.iso.datetime(),
  })
  .meta({ id: 'Remark' })

const reading = { 200: z.array(remark), 401: problem, 403: problem, 404: problem } as const
const keeping = { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem } as const
const body = z.object({ IsChecked: z.boolean(), Text: z.string().trim().max(LONGEST_REMARK) })
const ofSigner = z.object({ signerGuid: guid })
const ofApprover = z.object({ approverGuid: guid })

const READ = 'What deputies of the person say of the document, the latest first'
const KEEP =
  'In the name of somebody (Acting-For): what they should know of the document, in place of what was said before; ' +
  'neither checked nor any words takes it back'

const signerRemarks = endpoint({
  ...ofPerson,
  scopes: ONE_DOCUMENT,
  method: 'GET',
  path: '/signatures/:signerGuid/remarks',
  summary: READ,
  params: ofSigner,
  answers: reading,
})

const keepSignerRemark = endpoint({
  ...ofPerson,
  method: 'PUT',
  path: '/signatures/:signerGuid/remarks',
  summary: KEEP,
  params: ofSigner,
  body,
  answers: keeping,
})

const approverRemarks = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/approvaldocuments/:approverGuid/remarks',
  summary: READ,
  params: ofApprover,
  answers: reading,
})

const keepApproverRemark = endpoint({
  ...ofPerson,
  method: 'PUT',
  path: '/approvaldocuments/:approverGuid/remarks',
  summary: KEEP,
  params: ofApprover,
  body,
  answers: keeping,
})

export const remarkContract = { signerRemarks, keepSignerRemark, approverRemarks, keepApproverRemark } as const
