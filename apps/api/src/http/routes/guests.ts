import { hideAddress, hideDigits } from '../../modules/hide-contact.ts'
import { makeAccount, offerAccount, type MakeAccount } from '../../modules/guests/make-account.ts'
import {
  askInvitationAgain,
  findInvitation,
  proveByCode,
  sendInvitationCode,
  type OpenInvitation,
} from '../../modules/guests/open-invitation.ts'
import { signForGuest, type SignForGuest } from '../../modules/signing/make/sign-for-guest.ts'
import { PortalError } from '@rubrica/domain'
import type { IssuedToken } from '../../modules/sessions/ports.ts'
import { actingAs } from '../bind/admit-caller.ts'
import type { Handlers } from '../bind/call-types.ts'

type GuestCalls =
  'invitation' | 'sendInvitationCode' | 'proveInvitation' | 'askInvitationAgain' | 'signAsGuest' | AccountCalls

interface WhoseSession {
  readonly userId: string
  readonly documentId: string
  readonly signerId: string
}

export const toSessionOfOne = (
  { token, expiresInSeconds }: IssuedToken,
  { userId, documentId, signerId }: WhoseSession,
) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: expiresInSeconds,
  ...{ UserGUID: userId, DocGUID: documentId, SignerGUID: signerId },
})

export function guestHandlers(ports: OpenInvitation & MakeAccount, signing: SignForGuest): Pick<Handlers, GuestCalls> {
  return {
    invitation: async ({ body }) => {
      const { state, fileName, senderName, isSigned, person, open } = await findInvitation(ports, body.Secret)
      return {
        State: state,
        FileName: fileName,
        SenderName: senderName,
        IsSigned: isSigned,
        Name: person.name,
        Language: person.language,
        Email: hideAddress(person.email),
        Phone: hideDigits(person.phone ?? ''),
        Proofs: [...open],
      }
    },
    sendInvitationCode: async ({ body }) => {
      await sendInvitationCode(ports, body.Secret)
      return null
    },
    proveInvitation: async ({ body }) => {
      const proved = await proveByCode(ports, body.Secret, body.Code)
      if (proved.next !== 'document') return { Next: 'phone' as const }
      const { session, invitation } = proved
      return {
        Next: proved.next,
        Session: toSessionOfOne(session, { ...invitation, userId: invitation.person.userId }),
      }
    },
    askInvitationAgain: async ({ body }) => {
      await askInvitationAgain(ports, body.Secret)
      return null
    },
    signAsGuest: async ({ caller, headers, body }) => {
      if (!caller.only) throw new PortalError('SCOPE_TOO_NARROW', 'The token is not for this call.')
      await signForGuest(signing, {
        ...actingAs(caller),
        signerId: caller.only.signerId,
        // How a guest came stands in the token and in the event of the proof.
        accessMethod: 'SSO',
        acceptChanges: body.AcceptChanges,
        acceptedDisclaimer: body.AcceptedDisclaimer,
        attemptKey: headers['idempotency-key'],
      })
      return null
    },
    ...accountHandlers(ports, signing),
  }
}

type AccountCalls = 'accountOffer' | 'makeAccount' | 'signByEmail'

/** From a guest to an account, and what it signs with. */
function accountHandlers(ports: MakeAccount, signing: SignForGuest): Pick<Handlers, AccountCalls> {
  return {
    accountOffer: async ({ caller }) => {
      const offer = await offerAccount(ports, caller)
      if (offer.state === 'none') return { State: offer.state }
      return { State: offer.state, UserId: offer.loginName, Email: offer.email }
    },
    makeAccount: async ({ caller, body }) => {
      const { loginName, userId, session } = await makeAccount(ports, caller, body.Password)
      return {
        UserId: loginName,
        UserGUID: userId,
        access_token: session.token,
        token_type: 'bearer',
        expires_in: session.expiresInSeconds,
      }
    },
    signByEmail: async ({ caller, params, headers, body }) => {
      await signForGuest(signing, {
        ...actingAs(caller),
        signerId: params.signerGuid,
        accessMethod: body.AccessMethod,
        acceptChanges: body.AcceptChanges,
        acceptedDisclaimer: body.AcceptedDisclaimer,
        attemptKey: headers['idempotency-key'],
      })
      return null
    },
  }
}
