import type { Lease, SigningStore } from '../ports.ts'

export interface HoldLease {
  readonly signing: SigningStore
  readonly now: () => Date
  /** Names this process among the replicas; claims of a dead one run out by themselves. */
  readonly instance: string
  readonly leaseMs: number
}

/** However long a provider takes, a document is not held longer than this for one attempt. */
const LONGEST_MS = 5 * 60_000

export const newLease = ({ instance, now, leaseMs }: HoldLease): Lease => ({
  owner: instance,
  until: new Date(now().getTime() + leaseMs),
})

/** Renews a claim while it is worked for, so that nobody takes it over for a slow provider or timestamp authority. */
export async function holdLease<T>(needs: HoldLease, attemptId: string, work: () => Promise<T>): Promise<T> {
  const last = needs.now().getTime() + LONGEST_MS
  const renew = () => {
    if (needs.now().getTime() > last) return
    // A renewal that fails leaves the lease as it is; the commit finds out whether that was enough.
    void needs.signing.renewLease(attemptId, newLease(needs)).catch(() => undefined)
  }
  const timer = setInterval(renew, needs.leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
