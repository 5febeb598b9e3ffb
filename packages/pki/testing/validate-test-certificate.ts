/** A root, an authority below it, and the verdict on certificates below either. */
import { NO_EVIDENCE } from '../src/evidence/merge-evidence.ts'
import type { CertificateQuestion, CertificateVerdict } from '../src/path/certificate-verdict.ts'
import { validateCertificate } from '../src/path/validate-certificate.ts'
import { makeAuthority, makeEntity, NOW, type TestCertificatePlan, type TestEntity } from './make-test-pki.ts'

export const root = makeAuthority({ subject: 'Root' })
export const authority = makeAuthority({ subject: 'Issuing', issuer: root })

type Wish = Partial<Omit<CertificateQuestion, 'certificate' | 'evidence'>> & { pool?: readonly TestEntity[] }

/** Whether `entity` may sign documents, with the root as anchor and its revocation left aside, unless wished otherwise. */
export function ask(entity: TestEntity, { pool = [authority], ...wish }: Wish = {}): CertificateVerdict {
  const certificates = pool.map(({ certificate }) => certificate)
  return validateCertificate({
    certificate: entity.certificate,
    anchors: [root.certificate],
    evidence: { ...NO_EVIDENCE, certificates },
    time: NOW,
    purpose: 'document-signing',
    checkRevocation: false,
    ...wish,
  })
}

/** The fault, and which certificate of the chain has it: 0 is the one asked about. */
export const faultOf = (entity: TestEntity, wish?: Wish) => {
  const { fault, at } = ask(entity, wish)
  return [fault, at]
}

export const below = (issuer: TestEntity, plan: TestCertificatePlan = {}): TestEntity => makeEntity({ issuer, ...plan })
