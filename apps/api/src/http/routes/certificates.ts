import type { CertificateType } from '@rubrica/domain'
import { changePin, type ChangePin } from '../../modules/certificates/change-pin.ts'
import { deleteCertificate, type DeleteCertificate } from '../../modules/certificates/delete-certificate.ts'
import { issueCertificate, type IssueCertificate } from '../../modules/certificates/issue-certificate.ts'
import { findHolder, type Holder, type HolderRule } from '../../modules/holder.ts'
import { listCertificates } from '../../modules/certificates/list-certificates.ts'
import type { Certificate, CertificateStore } from '../../modules/certificates/ports.ts'
import { uploadCertificate, type UploadCertificate } from '../../modules/certificates/upload-certificate.ts'
import type { Handlers } from '../bind/call-types.ts'
import { fieldRefusal } from '../bind/validate-input.ts'

const toAnswer = (rule: HolderRule, certificate: Certificate) => ({
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
  Holder: toHolder(findHolder(rule, certificate)),
})

const toHolder = ({ name, organisation, kind, verdict, maySign }: Holder) => ({
  Name: name,
  Organisation: organisation,
  Kind: kind,
  Verdict: verdict,
  MaySign: maySign,
})

type CertificateCalls = 'certificates' | 'uploadCertificate' | 'deleteCertificate' | 'changePin'

export interface CertificateRoutePorts extends UploadCertificate, IssueCertificate, ChangePin, DeleteCertificate {
  readonly certificates: CertificateStore
  /** Whether the server itself can have certificates of this type issued. */
  readonly isIssued: (type: CertificateType) => boolean
}

export function certificateHandlers(ports: CertificateRoutePorts): Pick<Handlers, CertificateCalls> {
  return {
    certificates: async ({ caller }) =>
      (await listCertificates(ports, caller.userId)).map((one) => toAnswer(ports, one)),
    uploadCertificate: async ({ caller, body }) => {
      const wish = {
        userId: caller.userId,
        type: body.certtype,
        alias: body.certalias,
        pin: body.pin,
        dynamicPin: body.dynamicpin,
      }
      if (body.p12 === undefined && ports.isIssued(wish.type))
        return toAnswer(ports, await issueCertificate(ports, wish))
      if (body.p12 === undefined) throw fieldRefusal('body.p12', 'is missing')
      const uploaded = await uploadCertificate(ports, {
        ...wish,
        file: Buffer.from(body.p12, 'base64'),
        filePassword: body.filepassword ?? body.pin,
        keyAlias: body.keyalias,
      })
      return toAnswer(ports, uploaded)
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
