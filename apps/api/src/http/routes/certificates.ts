import { changePin, type ChangePin } from '../../modules/certificates/change-pin.ts'
import { deleteCertificate } from '../../modules/certificates/delete-certificate.ts'
import { listCertificates } from '../../modules/certificates/list-certificates.ts'
import type { Certificate } from '../../modules/certificates/ports.ts'
import { uploadCertificate, type UploadCertificate } from '../../modules/certificates/upload-certificate.ts'
import type { Handlers } from '../bind/call-types.ts'
import { fieldRefusal } from '../bind/validate-input.ts'

const toAnswer = (certificate: Certificate) => ({
  GUID: certificate.id,
  CertType: certificate.type,
  certalias: certificate.alias,
  DN: certificate.dn,
  AuthenticationType: certificate.authenticationType,
  PinRequired: certificate.pinRequired,
  ExpirationDate: certificate.notAfter.toISOString(),
  ...(certificate.inputs && { Inputs: [...certificate.inputs] }),
  MaxDocuments: certificate.maxDocuments,
  Qualified: certificate.qualified,
  Locked: certificate.locked || certificate.suspended,
})

type CertificateCalls = 'certificates' | 'uploadCertificate' | 'deleteCertificate' | 'changePin'

export function certificateHandlers(ports: UploadCertificate & ChangePin): Pick<Handlers, CertificateCalls> {
  return {
    certificates: async ({ caller }) => (await listCertificates(ports, caller.userId)).map(toAnswer),
    uploadCertificate: async ({ caller, body }) => {
      if (body.p12 === undefined) throw fieldRefusal('body.p12', 'is missing')
      const uploaded = await uploadCertificate(ports, {
        userId: caller.userId,
        type: body.certtype,
        file: Buffer.from(body.p12, 'base64'),
        filePassword: body.filepassword ?? body.pin,
        keyAlias: body.keyalias,
        alias: body.certalias,
        pin: body.pin,
        dynamicPin: body.dynamicpin,
      })
      return toAnswer(uploaded)
    },
    changePin: async ({ caller, params, body }) => {
      await changePin(ports, {
        userId: caller.userId,
        certificateId: params.guid,
        currentPin: body.CurrentPin,
        newPin: body.NewPin,
      })
      return null
    },
    deleteCertificate: async ({ caller, params }) => {
      await deleteCertificate(ports, caller.userId, params.guid)
      return null
    },
  }
}
