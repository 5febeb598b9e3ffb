import { PortalError } from '@rubrica/domain'
import { digestSecret, newInvitation } from '../new-invitation.ts'
import { LINK_SCOPE, type IssuedToken, type Tokens } from '../sessions/ports.ts'
import type { LinkStore, SigningLink } from './ports.ts'

export interface OpenLink {
  readonly links: Pick<LinkStore, 'open'>
  readonly tokens: Pick<Tokens, 'issue'>
  readonly now: () => Date
}

/** What a link has opened: the document, or for a guest the proof that their address is theirs. */
export type Opened = { readonly link: SigningLink } & (
  { readonly session: IssuedToken } | { readonly invitation: string }
)

/**
 * Uses up a link. A program vouches for people who have an account, and who sign with a key that asks for more than a
 * link. It vouches for no guest: what a guest signs says that their address was proved, so it is, each time.
 * @throws {PortalError} SIGNING_LINK_UNKNOWN; SIGNING_LINK_OVER, with State and the way back
 */
export async function openLink({ links, tokens, now }: OpenLink, secret: string): Promise<Opened> {
  const at = now()
  let invited = ''
  const link = await links.open(digestSecret(secret), at, (signerId) => {
    const made = newInvitation(signerId, at, true)
    invited = made.secret
    return made.invitation
  })
  if (!link) throw new PortalError('SIGNING_LINK_UNKNOWN', 'There is no such link.')
  if (link.state !== 'open') throw over(link)
  const { userId: subject, legalId, tokenGeneration: generation, isGuest } = link.person
  if (isGuest) return { link, invitation: invited }
  const only = { documentId: link.documentId, signerId: link.signerId, linkId: link.id }
  const identifiedBy = { by: 'link', authority: link.id } as const
  const person = { subject, kind: 'person', scope: LINK_SCOPE, legalId, generation } as const
  return { link, session: await tokens.issue({ ...person, identifiedBy, only }) }
}

function over({ state, returnUrl, documentId, signerId, frameOrigins, programName }: SigningLink): PortalError {
  return new PortalError('SIGNING_LINK_OVER', 'This link opens nothing any more.', {
    facts: {
      ...{ State: state, ReturnUrl: returnUrl, ProgramName: programName, FrameOrigins: frameOrigins },
      ...{ DocGUID: documentId, SignerGUID: signerId },
    },
  })
}
