import { openKeySession, type OpenKeySession } from '../../modules/authorisations/open-key-session.ts'
import { closeSessions, type CloseSessions } from '../../modules/signing/key/close-sessions.ts'
import { openSession, type OpenSession } from '../../modules/signing/key/open-session.ts'
import type { SigningSession } from '../../modules/signing/ports.ts'
import { prepareBatch, type PrepareBatch } from '../../modules/signing/batch/prepare-batch.ts'
import { requestCode, type RequestCode, type SentCode } from '../../modules/signing/key/request-code.ts'
import { signDocument, type SignDocument } from '../../modules/signing/make/sign-document.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'

type CodeCalls = 'requestCode' | 'sendCertificateCode' | 'sendRemoteSignatureCode'
type SessionCalls = 'openCertificateSession' | 'closeCertificateSession' | 'openRemoteSession' | 'closeRemoteSession'
export type SigningCalls = 'sign' | 'prepareBatch' | CodeCalls | SessionCalls

type SigningPorts = SignDocument & PrepareBatch & RequestCode & OpenSession & CloseSessions

/** What was typed; an empty field is one that was not. */
const inputsOf = (pin: string | undefined, code: string | undefined) => ({
  ...(pin && { pin }),
  ...(code && { code }),
})

export function signingHandlers(ports: SigningPorts, keys: OpenKeySession): Pick<Handlers, SigningCalls> {
  return { ...documentHandlers(ports), ...codeHandlers(ports), ...sessionHandlers(ports, keys) }
}

function documentHandlers(ports: SigningPorts): Pick<Handlers, 'sign' | 'prepareBatch'> {
  return {
    sign: async ({ caller, params, headers, body }) => {
      await signDocument(ports, {
        userId: caller.userId,
        signerId: params.signerGuid,
        type: params.type,
        certificateId: body.CertGUID,
        inputs: inputsOf(body.PIN ?? body.PinAuthentication, body.OTP),
        accessMethod: body.AccessMethod,
        batchId: body.BatchId,
        sessionId: body.SessionId,
        acceptChanges: body.AcceptChanges,
        acceptedDisclaimer: body.AcceptedDisclaimer,
        confirmedHolder: body.ConfirmedHolder,
        attemptKey: headers['idempotency-key'],
      })
      return null
    },
    prepareBatch: async ({ caller, body }) => {
      const { batch, failures } = await prepareBatch(ports, {
        userId: caller.userId,
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

const toSession = ({ id, expiresAt }: Pick<SigningSession, 'id' | 'expiresAt'>) => ({
  SessionId: id,
  ExpiresAt: expiresAt.toISOString(),
})

const keyOrderOf = ({ ConfirmedHolder }: { ConfirmedHolder?: string | undefined }, requestId: string) => ({
  requestId,
  confirmedHolder: ConfirmedHolder,
})

function sessionHandlers(ports: SigningPorts, keys: OpenKeySession): Pick<Handlers, SessionCalls> {
  return {
    openCertificateSession: async ({ caller, params, body }) => {
      const order = { userId: caller.userId, certificateId: params.guid, inputs: inputsOf(body.PIN, body.OTP) }
      return toSession(
        body.RequestId === undefined
          ? await openSession(ports, { ...order, batchId: body.BatchId })
          : await openKeySession(keys, { ...order, ...keyOrderOf(body, body.RequestId) }),
      )
    },
    closeCertificateSession: async ({ caller, params }) => {
      await closeSessions(ports, caller.userId, params.guid)
      return null
    },
    openRemoteSession: async ({ caller, body }) => {
      const order = {
        userId: caller.userId,
        certificateId: body.CertGUID,
        inputs: inputsOf(body.PIN, body.OTP),
        sessionId: body.SessionId,
      }
      const session =
        body.RequestId === undefined
          ? await openSession(ports, { ...order, batchId: body.BatchId })
          : await openKeySession(keys, { ...order, ...keyOrderOf(body, body.RequestId) })
      return session.state === 'open' ? toSession(session) : waiting(session)
    },
    closeRemoteSession: async ({ caller }) => {
      await closeSessions(ports, caller.userId)
      return null
    },
  }
}

/** The person has yet to accept on their phone. */
const waiting = ({ id }: Pick<SigningSession, 'id'>) =>
  new Answer(
    202,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify({ SessionId: id }),
  )
