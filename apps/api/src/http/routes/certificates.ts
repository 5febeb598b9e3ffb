import { deleteCertificate } from '../../modules/certificates/delete-certificate.ts'
import { listCertificates } from '../../modules/certificates/list-certificates.ts'
import type { Certificate } from '../../modules/certificates/ports.ts'
import { uploadCertificate, type UploadCertificate } from '../../modules/certificates/upload-certificate.ts'
import type { Handlers } from '../bind/call-types.ts'

const toAnswer = (certificate: Certificate) => ({
  GUID: certificate.id,
  CertType: certificate.type,
  certalias: certificate.alias,
  DN: certificate.dn,
  AuthenticationType: certificate.authenticationType,
  PinRequired: certificate.pinRequired,
  ExpirationDate: certificate.notAfter.toISOString(),
})

type CertificateCalls = 'certificates' | 'uploadCertificate' | 'deleteCertificate'

export function certificateHandlers(ports: UploadCertificate): Pick<Handlers, CertificateCalls> {
  return {
    certificates: async ({ caller }) => (await listCertificates(ports, caller.userId)).map(toAnswer),
    uploadCertificate: async ({ caller, body }) =>
      toAnswer(
        await uploadCertificate(ports, {
          userId: caller.userId,
          type: body.certtype,
          file: Buffer.from(body.p12, 'base64'),
          filePassword: body.filepassword ?? body.pin,
          keyAlias: body.keyalias,
          alias: body.certalias,
          pin: body.pin,
        }),
      ),
    deleteCertificate: async ({ caller, params }) => {
      await deleteCertificate(ports, caller.userId, params.guid)
      return null
    },
  }
}
