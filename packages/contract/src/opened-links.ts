import { z } from 'zod'
import { endpoint, guid, problem } from './endpoint.ts'
import { sessionOfOne } from './session-of-one.ts'

export const openSigningLink = endpoint({
  method: 'POST',
  base: 'main',
  auth: 'none',
  path: '/signing-links/openings',
  summary:
    'Use up a link that a program made for a signer: a token that opens this document alone, or the secret of an ' +
    'invitation where the person has to prove their e-mail address first. 409 with `State` and the way back where it ' +
    'opens nothing any more',
  body: z.object({ Secret: z.string().min(1).max(100) }),
  answers: {
    200: z
      .object({
        DocGUID: guid,
        SignerGUID: guid,
        /** Whose page leads here. */
        ProgramName: z.string(),
        ReturnUrl: z.string(),
        /** Pages of these origins may show it in a frame, and are told there what happens. */
        FrameOrigins: z.array(z.string()),
        Session: sessionOfOne.optional(),
        Invitation: z.string().optional(),
      })
      .meta({ id: 'OpenedSigningLink' }),
    400: problem,
    404: problem,
    409: problem,
    429: problem,
  },
})
