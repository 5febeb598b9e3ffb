import { fetchEvidence, fetchOwnEvidence, type FetchEvidence } from '../../modules/evidence-files/fetch-evidence.ts'
import { NOBODY, type EvidenceReaders } from '../../modules/evidence-files/ports.ts'
import { followDocument } from '../../modules/sending/follow-document.ts'
import type { SendingStore } from '../../modules/sending/ports.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { answerDocument } from './encode-document.ts'
import { fileHeaders } from './sent-documents.ts'

export interface EvidenceRoutePorts extends FetchEvidence {
  readonly store: SendingStore
  readonly readers: EvidenceReaders
}

/** `contract.pdf` gives `contract.evidence.pdf`. */
const nameOf = (fileName: string) => `${fileName.replace(/\.pdf$/i, '')}.evidence.pdf`

export function evidenceHandlers(ports: EvidenceRoutePorts): Pick<Handlers, 'sentDocumentEvidence' | 'ownEvidence'> {
  return {
    sentDocumentEvidence: async ({ caller, params, query, answerRoom }) => {
      const { fileName } = await followDocument(ports.store, caller, params.docGuid)
      const reader = query.edition === 'full' ? ({ edition: 'full' } as const) : NOBODY
      const bytes = await fetchEvidence(ports, params.docGuid, reader)
      answerRoom.take(bytes.length)
      return new Answer(200, fileHeaders('application/pdf', nameOf(fileName)), bytes)
    },
    ownEvidence: async ({ caller, params }) => {
      const wish = { documentId: params.docGuid, userId: caller.userId }
      const { bytes, fileName } = await fetchOwnEvidence(ports, wish)
      return answerDocument(bytes, nameOf(fileName))
    },
  }
}
