/** The calls that are about documents of whom a deputy stands in for; all others are about whoever makes them. */
import type { CallName } from '@rubrica/contract'

/** What every deputy may read, and say. */
const TO_READ: readonly string[] = [
  'disclaimerText',
  'attachments',
  'attachmentPages',
  'downloadAttachment',
  'documentSignatures',
  'revisionPage',
  'approvalSignatures',
  'approvalRevisionPage',
  'pendingApprovals',
  'decidedApproval',
  'approvalPages',
  'approvalPageText',
  'approvalInfo',
  'pendingDocuments',
  'renderedDocument',
  'pageText',
  'downloadDocument',
  'documentInfo',
  'decidedDocument',
  'signaturePlaces',
  'signerRemarks',
  'keepSignerRemark',
  'approverRemarks',
  'keepApproverRemark',
] satisfies CallName[]

/** What those do who act; an assistant does not. */
const TO_ACT: readonly string[] = [
  'requestSwisscom',
  'completeSwisscom',
  'initSign',
  'completeSign',
  'loginBeforeSign',
  'announceLocalCertificate',
  'presignature',
  'completeLocalSignature',
  'beginRun',
  'beginLocalRun',
  'acceptApproval',
  'rejectApproval',
  'sign',
  'prepareBatch',
  'rejectDocument',
] satisfies CallName[]

/** Which deputies may make a call in the name of another; undefined for calls that take no notice of a substitution. */
export function deputiesFor(name: CallName): 'any' | 'acting' | undefined {
  if (TO_READ.includes(name)) return 'any'
  return TO_ACT.includes(name) ? 'acting' : undefined
}
