import type { Identity } from '../../../modules/operators/ports.ts'
import type { LoggedAct } from '../installation-log/log-acts.ts'

/** How a provider calls somebody is theirs: it stands behind a commitment. */
export const describeIdentity = (
  type: 'identity-added' | 'identity-removed',
  { provider, issuer, attribute = '', subject }: Identity,
  userId: string,
): LoggedAct => ({ type, facts: { userId, provider, issuer, attribute }, personal: { subject } })
