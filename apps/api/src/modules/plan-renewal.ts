const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** No sooner while the timestamp lasts that long: a renewal adds to the file each time. */
const SOONEST_MS = 7 * DAY_MS

/**
 * When an archive timestamp is renewed: some days before it can no longer be relied upon, and in any case before that
 * when it ends within days.
 * @param endsAt when the first of its certificates or algorithms comes to its end
 */
export function planRenewal(endsAt: Date, { marginDays, at }: { marginDays: number; at: Date }): Date {
  const left = endsAt.getTime() - at.getTime()
  return new Date(at.getTime() + Math.max(left - marginDays * DAY_MS, soonest(left)))
}

/** Who stamps with a certificate that is about to end gets another one soon; where it has ended, haste helps nobody. */
function soonest(left: number): number {
  return left <= 0 ? SOONEST_MS : Math.max(HOUR_MS, Math.min(SOONEST_MS, left / 2))
}
