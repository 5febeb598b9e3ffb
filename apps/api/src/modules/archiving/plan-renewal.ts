const DAY_MS = 24 * 60 * 60_000
/** Never sooner, whatever an authority's certificates say: a renewal adds to the file each time. */
const SOONEST_MS = 7 * DAY_MS

/**
 * When an archive timestamp is renewed: some days before it can no longer be relied upon.
 * @param endsAt when the first of its certificates or algorithms comes to its end
 */
export function planRenewal(endsAt: Date, { marginDays, at }: { marginDays: number; at: Date }): Date {
  return new Date(Math.max(endsAt.getTime() - marginDays * DAY_MS, at.getTime() + SOONEST_MS))
}
