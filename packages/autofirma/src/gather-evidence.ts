import { diagnoseFailure, type Diagnosis, type FailedAttempt } from './diagnose-failure.ts'
import type { PermissionAnswer, Surroundings } from './surroundings.ts'

/** What is seen from the launch on, in case nothing comes of it. */
export interface Evidence {
  readonly permission: PermissionAnswer
  /** Called when the policy of the page stops an address: its socket would stay as it is, without an event. */
  onBlocked: () => void
  askPermission(): Promise<void>
  addFailure(port: number, failure: FailedAttempt): void
  /** Whether there is no use in going on. */
  isConclusive(): boolean
  diagnose(): Diagnosis
  stop(): void
}

/** Rounds after which a permission that was refused is taken to be why nothing answers. */
const PATIENCE_WITHOUT_PERMISSION = 4

export function gatherEvidence({ rules }: Surroundings, addresses: readonly string[]): Evidence {
  const failures = new Map<number, FailedAttempt[]>()
  let isBlocked = false
  let hasLostFocus = false
  let rounds = 0
  const watches = [
    rules.watchFocus(() => (hasLostFocus = true)),
    rules.watchPolicy((blocked) => {
      isBlocked ||= blocked.startsWith('afirma:') || addresses.some((address) => blocked.startsWith(address))
      if (isBlocked) evidence.onBlocked()
    }),
  ]
  const isLocalPage = rules.isLocalPage()
  const evidence: Evidence & { permission: PermissionAnswer } = {
    permission: 'unknown',
    onBlocked: () => undefined,
    async askPermission() {
      rounds += 1
      evidence.permission = await rules.localNetworkPermission()
    },
    addFailure: (port, failure) => void failures.set(port, [...(failures.get(port) ?? []), failure]),
    isConclusive: () =>
      isBlocked || (evidence.permission === 'denied' && !isLocalPage && rounds >= PATIENCE_WITHOUT_PERMISSION),
    diagnose: () =>
      diagnoseFailure({
        isBlockedByPolicy: isBlocked,
        permission: evidence.permission,
        isLocalPage,
        isSecureContext: rules.isSecureContext(),
        hasLostFocus,
        attempts: [...failures.values()],
      }),
    stop: () => watches.forEach((stop) => stop()),
  }
  return evidence
}
