import type { Client } from '@rubrica/contract'

/** Who signs a document and how far each of them is, the same for its signer and its approver. */
export type DocumentInfo = Awaited<ReturnType<Client['documentInfo']>>
export type DocumentSigner = DocumentInfo['Signers'][number]
