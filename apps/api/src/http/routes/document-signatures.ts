import type { Findings, FoundSignature } from '../../modules/validation/ports.ts'
import {
  showRevisionPage,
  showSignatures,
  type ShownSignatures,
  type ShowSignatures,
} from '../../modules/validation/show-signatures.ts'
import { principalOf } from '../../modules/substitutions/ports.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerPages } from './answer-pages.ts'

type SignatureCalls = 'documentSignatures' | 'revisionPage' | 'approvalSignatures' | 'approvalRevisionPage'

export function documentSignatureHandlers(ports: ShowSignatures): Pick<Handlers, SignatureCalls> {
  return {
    documentSignatures: async ({ caller, params }) =>
      toSignaturesAnswer(await showSignatures(ports, { userId: principalOf(caller), signerId: params.signerGuid })),
    approvalSignatures: async ({ caller, params }) =>
      toSignaturesAnswer(await showSignatures(ports, { userId: principalOf(caller), approverId: params.approverGuid })),
    revisionPage: async ({ caller, params: { signerGuid, ...wanted }, query, ifNoneMatch }) => {
      const onlooker = { userId: principalOf(caller), signerId: signerGuid }
      return answerPages(await showRevisionPage(ports, onlooker, { ...wanted, ...query, known: ifNoneMatch }))
    },
    approvalRevisionPage: async ({ caller, params: { approverGuid, ...wanted }, query, ifNoneMatch }) => {
      const onlooker = { userId: principalOf(caller), approverId: approverGuid }
      return answerPages(await showRevisionPage(ports, onlooker, { ...wanted, ...query, known: ifNoneMatch }))
    },
  }
}

export const toFileFindings = (findings: Findings) => ({
  Integrity: findings.integrity,
  Trust: findings.trust,
  Revisions: findings.revisionEnds.length,
  Warnings: [...findings.warnings],
  Signatures: findings.signatures.map(toSignature),
})

export const toSignaturesAnswer = ({ findings, archive }: ShownSignatures) => ({
  ...toFileFindings(findings),
  NeedsConfirmation: findings.integrity !== 'intact',
  Archive: { State: archive.state, Level: archive.level, Reason: archive.reason },
})

const toSignature = ({ changes, ...signature }: FoundSignature) => ({
  Field: signature.field,
  Signer: signature.signer,
  Kind: signature.kind,
  Indication: signature.indication,
  SubIndication: signature.subIndication,
  Level: signature.level,
  SignedAt: signature.signedAt,
  ProvedAt: signature.provedAt,
  Revision: signature.revision,
  Changes: changes.map(({ what, page, revision, justifiedBy }) => ({
    What: what,
    Page: page,
    Revision: revision,
    JustifiedBy: justifiedBy,
  })),
  ChangedPages: [...new Set(changes.flatMap(({ page }) => (page === null ? [] : [page])))].sort((a, b) => a - b),
})
