import { PortalError } from '@rubrica/domain'
import { openKey, type OpenKey } from '../../modules/grants/open-key.ts'
import {
  closeSignatureSessions,
  type CloseSignatureSessions,
} from '../../modules/signing/key/close-signature-sessions.ts'
import { openSignatureSession, type OpenSignatureSession } from '../../modules/signing/key/open-signature-session.ts'
import type { SignatureSession } from '../../modules/signing/key/ports.ts'
import { prepareBatch, type PrepareBatch } from '../../modules/signing/batch/prepare-batch.ts'
import { requestCode, type RequestCode, type SentCode } from '../../modules/signing/key/request-code.ts'
import { signDocument, type SignDocument } from '../../modules/signing/make/sign-document.ts'
import type { Person } from '../../modules/sessions/ports.ts'
import { actingAs, requireOwnSigners } from '../bind/admit-caller.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'

type CodeCalls = 'requestCode' | 'sendCertificateCode' | 'sendRemoteSignatureCode'
type SignatureSessionCalls =
  'openCertificateSession' | 'closeCertificateSession' | 'openRemoteSession' | 'closeRemoteSession'
export type SigningCalls = 'sign' | 'prepareBatch' | CodeCalls | SignatureSessionCalls

type SigningPorts = SignDocument & PrepareBatch & RequestCode & OpenSignatureSession & CloseSignatureSessions

/** What was typed; an empty field is one that was not. */
const inputsOf = (pin: string | undefined, code: string | undefined) => ({
  ...(pin && { pin }),
  ...(code && { code }),
})

export function signingHandlers(ports: SigningPorts, keys: OpenKey): Pick<Handlers, SigningCalls> {
  return { ...documentHandlers(ports), ...codeHandlers(ports), ...signatureSessionHandlers(ports, keys) }
}

function documentHandlers(ports: SigningPorts): Pick<Handlers, 'sign' | 'prepareBatch'> {
  return {
    sign: async ({ caller, params, headers, body }) => {
      await signDocument(ports, {
        ...actingAs(caller),
        signerId: params.signerGuid,
        type: params.type,
        certificateId: body.CertGUID,
        inputs: inputsOf(body.PIN ?? body.PinAuthentication, body.OTP),
        accessMethod: body.AccessMethod,
        batchId: body.BatchId,
        signatureSessionId: body.SessionId,
        acceptChanges: body.AcceptChanges,
        acceptedDisclaimer: body.AcceptedDisclaimer,
        confirmedHolder: body.ConfirmedHolder,
        attemptKey: headers['idempotency-key'],
      })
      return null
    },
    prepareBatch: async ({ caller, body }) => {
      requireOwnSigners(caller, body.SignerGUIDs)
      const { batch, failures } = await prepareBatch(ports, {
        ...actingAs(caller),
        certificateId: body.CertGUID,
        signerIds: body.SignerGUIDs,
        acceptChangesOf: body.AcceptChangesOf,
        acceptedDisclaimers: body.AcceptedDisclaimers,
      })
      return {
        BatchId: batch.id,
        ExpiresAt: batch.expiresAt.toISOString(),
        Failed: failures.map(({ signerId, error }) => ({
          SignerGUID: signerId,
          Code: error.code,
          Message: error.message,
        })),
      }
    },
  }
}

const toSentCode = ({ alsoNeedsPin, sentTo }: SentCode) => ({ Qualified: alsoNeedsPin, SentTo: sentTo })

function codeHandlers(ports: RequestCode): Pick<Handlers, CodeCalls> {
  return {
    requestCode: async ({ caller, params, body }) =>
      toSentCode(
        await requestCode(ports, {
          userId: caller.userId,
          type: params.type,
          certificateId: body.CertGUID,
          batchId: body.BatchId,
          uses: body.Uses,
        }),
      ),
    sendCertificateCode: async ({ caller, params }) =>
      toSentCode(await requestCode(ports, { userId: caller.userId, certificateId: params.guid })),
    sendRemoteSignatureCode: async ({ caller, params }) =>
      toSentCode(await requestCode(ports, { userId: caller.userId, type: 'firmaremota', certificateId: params.guid })),
  }
}

const toOpenedSession = ({ id, expiresAt }: Pick<SignatureSession, 'id' | 'expiresAt'>) => ({
  SessionId: id,
  ExpiresAt: expiresAt.toISOString(),
})

const keyOrderOf = ({ ConfirmedHolder }: { ConfirmedHolder?: string | undefined }, requestId: string) => ({
  requestId,
  confirmedHolder: ConfirmedHolder,
})

function signatureSessionHandlers(ports: SigningPorts, keys: OpenKey): Pick<Handlers, SignatureSessionCalls> {
  return {
    openCertificateSession: async ({ caller, params, body }) => {
      refuseForApplication(caller, body)
      const order = { userId: caller.userId, certificateId: params.guid, inputs: inputsOf(body.PIN, body.OTP) }
      return toOpenedSession(
        body.RequestId === undefined
          ? await openSignatureSession(ports, { ...order, batchId: body.BatchId })
          : await openKey(keys, { ...order, ...keyOrderOf(body, body.RequestId) }),
      )
    },
    closeCertificateSession: async ({ caller, params }) => {
      await closeSignatureSessions(ports, caller.userId, params.guid)
      return null
    },
    openRemoteSession: async ({ caller, body }) => {
      refuseForApplication(caller, body)
      const { CertGUID: certificateId, SessionId: id } = body
      const order = { userId: caller.userId, certificateId, inputs: inputsOf(body.PIN, body.OTP) }
      const opened =
        body.RequestId === undefined
          ? await openSignatureSession(ports, { ...order, batchId: body.BatchId, signatureSessionId: id })
          : await openKey(keys, { ...order, ...keyOrderOf(body, body.RequestId), openedKeyId: id })
      return opened.state === 'open' ? toOpenedSession(opened) : waiting(opened)
    },
    closeRemoteSession: async ({ caller }) => {
      await closeSignatureSessions(ports, caller.userId)
      return null
    },
  }
}

/** Who came for one document answers no application. */
function refuseForApplication({ only }: Person, { RequestId }: { RequestId?: string | undefined }): void {
  if (only && RequestId !== undefined) throw new PortalError('SCOPE_TOO_NARROW', 'The token is not for this call.')
}

/** The person has yet to accept on their phone. */
const waiting = ({ id }: Pick<SignatureSession, 'id'>) =>
  new Answer(
    202,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify({ SessionId: id }),
  )
