import { PortalError } from '@rubrica/domain'
import { signWithKeyVault, type SignWithKeyVault } from '../../modules/signing/sign-with-key-vault.ts'
import type { Handlers } from '../bind/call-types.ts'

export type SigningCalls =
  | 'sign'
  | 'prepareBatch'
  | 'requestCode'
  | 'sendCertificateCode'
  | 'sendRemoteSignatureCode'
  | 'openCertificateSession'
  | 'closeCertificateSession'
  | 'openRemoteSession'
  | 'closeRemoteSession'

const notThere = () => Promise.reject(new PortalError('NOT_FOUND', 'There is nothing at this address.'))

export function signingHandlers(ports: SignWithKeyVault): Pick<Handlers, SigningCalls> {
  return {
    sign: async ({ caller, params, headers, body }) => {
      if (params.type !== 'keyvault' || body.CertGUID === undefined) return notThere()
      await signWithKeyVault(ports, {
        userId: caller.userId,
        signerId: params.signerGuid,
        certificateId: body.CertGUID,
        pin: body.PIN ?? '',
        accessMethod: body.AccessMethod,
        attemptKey: headers['idempotency-key'],
      })
      return null
    },
    prepareBatch: notThere,
    requestCode: notThere,
    sendCertificateCode: notThere,
    sendRemoteSignatureCode: notThere,
    openCertificateSession: notThere,
    closeCertificateSession: notThere,
    openRemoteSession: notThere,
    closeRemoteSession: notThere,
  }
}
