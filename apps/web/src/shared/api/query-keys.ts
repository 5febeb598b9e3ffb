/** The first element of each query key, so that one feature can invalidate what another one shows. */
export const queryKeys = {
  pendingDocuments: ['pending-documents'],
  document: (docGuid: string) => ['document', docGuid] as const,
  attachments: (signerGuid: string) => ['attachments', signerGuid] as const,
  signatures: (guid: string) => ['signatures', guid] as const,
  history: ['history'],
  sent: ['sent'],
  pendingApprovals: ['pending-approvals'],
  approval: (approverGuid: string) => ['approval', approverGuid] as const,
  certificates: ['certificates'],
  certificateTypes: ['certificate-types'],
  grantedTypes: ['granted-types'],
  authorisation: ['authorisation'],
  account: (certType: string) => ['account', certType] as const,
  consentIdentity: ['consent-identity'],
  user: ['user'],
  signatureImage: ['signature-image'],
} as const
