/** Every kind of job there is. */
export const JOB_KINDS = [
  'tell-signer',
  'tell-approver',
  'tell-sender',
  'tell-loser',
  'tell-copy',
  'tell-guest-of-end',
  'remind-signer',
  'remind-approver',
  'send-recovery-mail',
  'examine-arrival',
  'bulk-act',
  'sweep-bulk-acts',
  'bulk-send',
  'sweep-bulk-sends',
  'archive-document',
  'sweep-archives',
  'expire-documents',
  'collect-objects',
  'seal-audit-day',
  'verify-objects',
] as const
export type JobKind = (typeof JOB_KINDS)[number]
