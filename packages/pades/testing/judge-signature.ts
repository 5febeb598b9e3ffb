/** Signed files, right or wrong in one chosen way, and what is said of their first signature. */
import { makeSignedPdf, type SignedPdfPlan } from './make-signed-pdf.ts'
import { makeTestCms, makeTestSigner, type TestCmsPlan } from '@rubrica/pki/testing'
import { validate } from '../src/validation/validate.ts'

export const signer = makeTestSigner()
export const rsa = makeTestSigner({ key: 'rsa', commonName: 'Carla' })
export const policy = { trustAnchors: [signer.certificate, rsa.certificate], requireRevocation: false }

export const withCms = (plan: TestCmsPlan = {}, file: Partial<SignedPdfPlan> = {}): Buffer =>
  makeSignedPdf({ sign: (covered) => makeTestCms(signer, covered, plan), ...file })

export function judge(file: Uint8Array) {
  const report = validate(file, policy)
  const [signature] = report.signatures
  const { integrity, warnings } = report
  return { integrity, warnings, ...signature }
}

export const good = { integrity: 'intact', warnings: [], indication: 'TOTAL-PASSED', faults: [], coversRevision: 1 }
