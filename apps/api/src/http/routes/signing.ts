import { signWithKeyVault, type SignWithKeyVault } from '../../modules/signing/sign-with-key-vault.ts'
import type { Handlers } from '../bind/call-types.ts'

export function signingHandlers(ports: SignWithKeyVault): Pick<Handlers, 'signWithKeyVault'> {
  return {
    signWithKeyVault: async ({ caller, params, headers, body }) => {
      await signWithKeyVault(ports, {
        userId: caller.userId,
        signerId: params.signerGuid,
        certificateId: body.CertGUID,
        pin: body.PIN,
        accessMethod: body.AccessMethod,
        attemptKey: headers['idempotency-key'],
      })
      return null
    },
  }
}
