/** Links with which a program has one person sign one document, in its own page or away from it. */
import { z } from 'zod'
import { endpoint, guid, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'

/** Seconds until a link has to be opened. */
const LINK_SECONDS = { shortest: 30, usual: 300, longest: 900 } as const

export const createSigningLink = endpoint({
  base: 'main',
  auth: 'bearer',
  scopes: [SCOPES.sender, SCOPES.manage],
  method: 'POST',
  path: '/v1/documents/:docGuid/signing-links',
  params: z.object({ docGuid: guid }),
  summary:
    'Make an address that lets one signer sign this document, and see nothing else. It is good once, for `expiresIn` ' +
    'seconds at most, and ends the earlier one that the program made for this signer. Somebody without an account ' +
    'proves their e-mail address first. The way back leads to `returnUrl`, at or below a return address of the ' +
    'program, with `document`, `signer` and `event` (`signed`, `rejected`, `later`, `expired`): a hint, so ask for the ' +
    'state of the document. For programs only; no personal key makes one',
  headers: idempotencyHeaders,
  body: z.object({
    /** As in `signers` of the document. */
    signer: guid,
    returnUrl: z.string().min(1).max(2000),
    expiresIn: z.int().min(LINK_SECONDS.shortest).max(LINK_SECONDS.longest).default(LINK_SECONDS.usual),
  }),
  problems: [
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_NO_LONGER_AVAILABLE',
    'SIGNER_NOT_FOUND',
    'SIGNER_NOT_AWAITED',
    'RETURN_ADDRESS_UNKNOWN',
  ],
  answers: {
    201: z
      .object({
        /** To be opened by the person's browser. Whoever has it comes in: it belongs into no log. */
        url: z.string(),
        expiresAt: z.string(),
      })
      .meta({ id: 'SigningLink' }),
  },
})
