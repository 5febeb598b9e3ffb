import { diagnoseFailure, type Diagnosis, type FailedAttempt } from './diagnose-failure.ts'
import { readFocus, type FocusChange } from './read-focus.ts'
import type { PermissionAnswer, Surroundings } from './surroundings.ts'

/** What is seen from the launch on, in case nothing comes of it. */
export interface Evidence {
  readonly permission: PermissionAnswer
  /** Called when the policy of the page stops an address: its socket would stay as it is, without an event. */
  onBlocked: () => void
  /** Has the permission asked for anew; failures are of this round from now on. */
  beginRound(): Promise<void>
  /** @param place of the address among those that may be tried */
  addFailure(place: number, failure: FailedAttempt): void
  /** Whether there is no use in going on. */
  isConclusive(): boolean
  /** Whether the application has come to the front after a question of the browser's. */
  hasOpened(): boolean
  diagnose(): Diagnosis
  stop(): void
}

/** Rounds after which a permission that was refused is taken to be why nothing answers. */
const PATIENCE_WITHOUT_PERMISSION = 4
/** Of the focus; a person who works elsewhere meanwhile causes many, and the first ones are significant. */
const MOST_CHANGES = 100

export function gatherEvidence({ rules, timers }: Surroundings, addresses: readonly string[]): Evidence {
  const rounds: (FailedAttempt | undefined)[][] = []
  const focus: FocusChange[] = []
  const start = timers.now()
  let isBlocked = false
  const watches = [
    rules.watchFocus((hasFocus) => {
      if (focus.length < MOST_CHANGES) focus.push({ hasFocus, ms: timers.now() - start })
    }),
    rules.watchPolicy((blocked) => {
      isBlocked ||= blocked.startsWith('afirma:') || addresses.some((address) => blocked.startsWith(address))
      if (isBlocked) evidence.onBlocked()
    }),
  ]
  const isLocalPage = rules.isLocalPage()
  const evidence: Evidence & { permission: PermissionAnswer } = {
    permission: 'unknown',
    onBlocked: () => undefined,
    async beginRound() {
      rounds.push(addresses.map(() => undefined))
      evidence.permission = await rules.localNetworkPermission()
    },
    addFailure(place, failure) {
      const round = rounds.at(-1)
      if (round) round[place] = failure
    },
    isConclusive: () =>
      isBlocked || (evidence.permission === 'denied' && !isLocalPage && rounds.length >= PATIENCE_WITHOUT_PERMISSION),
    hasOpened: () => readFocus(focus) === 'taken-again',
    diagnose: () =>
      diagnoseFailure({
        isBlockedByPolicy: isBlocked,
        permission: evidence.permission,
        isLocalPage,
        isSecureContext: rules.isSecureContext(),
        focus,
        rounds,
      }),
    stop: () => watches.forEach((stop) => stop()),
  }
  return evidence
}
