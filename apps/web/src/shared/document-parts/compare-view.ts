import type { ReactNode } from 'react'
import type { DocumentSignatures, SignaturesSource } from '../api/document-signatures.ts'

/** How the pages of a document are shown before and after its changes. */
export type CompareView = (source: SignaturesSource, found: DocumentSignatures) => ReactNode
