import { PortalError } from '@rubrica/domain'
import { createLink, type CreateLink } from '../../modules/signing-links/create-link.ts'
import { openLink, type OpenLink } from '../../modules/signing-links/open-link.ts'
import type { Handlers } from '../bind/call-types.ts'
import { toSessionOfOne } from './guests.ts'

type LinkCalls = 'createSigningLink' | 'openSigningLink'

export function signingLinkHandlers(ports: CreateLink & OpenLink): Pick<Handlers, LinkCalls> {
  return {
    createSigningLink: async ({ caller: { clientId, subscriptionId }, params, headers, body }) => {
      if (clientId === null) throw new PortalError('SCOPE_TOO_NARROW', 'Only programs make links for signers.')
      const { url, expiresAt } = await createLink(
        ports,
        { clientId, subscriptionId },
        {
          documentId: params.docGuid,
          signerId: body.signer,
          returnUrl: body.returnUrl,
          seconds: body.expiresIn,
          key: headers['idempotency-key'],
        },
      )
      return { url, expiresAt: expiresAt.toISOString() }
    },
    openSigningLink: async ({ body }) => {
      const { link, ...opened } = await openLink(ports, body.Secret)
      const { documentId, signerId, person } = link
      return {
        DocGUID: documentId,
        SignerGUID: signerId,
        ProgramName: link.programName,
        ReturnUrl: link.returnUrl,
        FrameOrigins: [...link.frameOrigins],
        ...('session' in opened
          ? { Session: toSessionOfOne(opened.session, { documentId, signerId, userId: person.userId }) }
          : { Invitation: opened.invitation }),
      }
    },
  }
}
