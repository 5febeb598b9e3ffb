/** Every kind of job there is. */
export const JOB_KINDS = [
  'tell-signer',
  'tell-approver',
  'tell-waiting',
  'tell-sender',
  'tell-party',
  'tell-reminded',
  'tell-loser',
  'tell-declined',
  'tell-copy',
  'tell-guest-of-end',
  'tell-account',
  'tell-factor',
  'tell-substitution',
  'tell-run',
  'tell-certificate',
  'tell-escalation',
  'tell-webhook-disabled',
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
  'make-evidence',
  'renew-seals',
  'expire-documents',
  'sweep-reminders',
  'sweep-substitutions',
  'sweep-certificates',
  'collect-objects',
  'seal-audit-log',
  'verify-audit',
  'verify-objects',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** Those that send one mail. */
const QUICK = /^(?:tell|remind)-|^send-recovery-mail$/

/**
 * Seconds after which a job that has not ended is run again: its process has died, or the database was away when its end
 * was reported. Longer than any such job takes, and for a mail no longer than a person may wait for it.
 */
export const expireSeconds = (kind: string): number => (QUICK.test(kind) ? 120 : 900)
