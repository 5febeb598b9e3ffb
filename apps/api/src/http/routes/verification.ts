import { MOST_VERIFIED_BYTES } from '@rubrica/contract'
import { checkOf } from '../../modules/verification/check-of.ts'
import { lookUpCode, fetchByCode, type LookUpCodes } from '../../modules/verification/look-up-code.ts'
import {
  drawRevision,
  lookUpFile,
  requireOpen,
  verifyFile,
  type VerifyFiles,
} from '../../modules/verification/verify-file.ts'
import { Answer, type Handlers, type UploadPart } from '../bind/call-types.ts'
import { toFileFindings } from './document-signatures.ts'
import { fileHeaders } from './sent-documents.ts'
import { readOneFile } from './uploads.ts'

type VerificationCalls = 'lookUpFile' | 'verifyFile' | 'reportFile' | 'verifiedPage' | 'lookUpCode' | 'fetchByCode'

/** Pixels of a page that is looked at without a word about its width. */
const USUAL_WIDTH = 1000

/** What anybody may ask without a log-in. */
export function verificationHandlers(ports: VerifyFiles & LookUpCodes): Pick<Handlers, VerificationCalls> {
  return {
    lookUpFile: async ({ body }) => {
      const found = await lookUpFile(ports, { digest: body.Digest, proof: body.Proof })
      return {
        ...{ Issued: found !== undefined, Check: checkOf(body.Digest) },
        Found: found ? toFileFindings(found) : null,
      }
    },
    verifyFile: async ({ body }) => {
      const { findings, ...file } = await verifyFile(ports, await readFile(ports, body))
      return {
        ...{ Digest: file.digest, Check: checkOf(file.digest), Size: file.size },
        ...{ Issued: file.issued, IssuedRevisions: file.issuedRevisions },
        Found: toFileFindings(findings),
      }
    },
    reportFile: async ({ body }) => {
      const report = await requireOpen(ports.verifier).report(await readFile(ports, body))
      return new Answer(200, fileHeaders('application/xml', 'validation.xml'), report)
    },
    verifiedPage: async ({ body, query: { width = USUAL_WIDTH, ...wanted } }) => {
      const { jpeg, pageCount } = await drawRevision(ports, await readFile(ports, body), { ...wanted, width })
      return { DocPageRendered: [Buffer.from(jpeg).toString('base64')], NumberOfPages: pageCount, NextPage: -1 }
    },
    lookUpCode: async ({ body }) => {
      const told = await lookUpCode(ports, { code: body.Code, work: body.Work, answer: body.Answer })
      return {
        Question: told.question,
        ...{ Level: told.level, State: told.state, Integrity: told.integrity, FileName: told.fileName },
        ...{ Check: checkOf(told.digest), SentAt: told.sentAt.toISOString() },
        EndedAt: told.endedAt?.toISOString() ?? null,
        Signatures: told.signatures.map(({ signer, signedAt }) => ({
          Signer: signer,
          SignedAt: signedAt.toISOString(),
        })),
      }
    },
    fetchByCode: async ({ body, answerRoom }) => {
      const { bytes, fileName } = await fetchByCode(ports, {
        ...{ code: body.Code, work: body.Work, answer: body.Answer },
      })
      answerRoom.take(bytes.length)
      return new Answer(200, fileHeaders('application/pdf', fileName), bytes)
    },
  }
}

/** Nothing is read where nobody may verify. */
async function readFile({ verifier }: VerifyFiles, parts: AsyncIterable<UploadPart>): Promise<Uint8Array> {
  requireOpen(verifier)
  return (await readOneFile(parts, MOST_VERIFIED_BYTES, 'document.pdf')).file
}
