import { decideReminder, nextReminder } from './next-reminder.ts'
import type { ReminderStore } from './ports.ts'

/** Parts and documents looked up at a time. */
const BATCH = 500

export interface SendReminders {
  readonly store: ReminderStore
  readonly now: () => Date
}

/**
 * Plans when everybody is reminded who was told by mail since the last time, and reminds those whose moment has come.
 * @returns how many people were reminded
 * @throws {AggregateError} of documents whose people could not be reminded, after all the others were
 */
export async function sendReminders(ports: SendReminders): Promise<number> {
  await planReminders(ports)
  const failures: unknown[] = []
  let reminded = 0
  for (;;) {
    const at = ports.now()
    const due = await ports.store.due(at, BATCH)
    let decided = 0
    for (const documentId of due) {
      const done = await ports.store
        .remind(documentId, at, (standing, isReachable) => decideReminder(at, standing, isReachable))
        .catch((failure: unknown) => void failures.push(failure))
      decided += done?.decided ?? 0
      reminded += done?.reminded ?? 0
    }
    if (due.length < BATCH || decided === 0) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `of ${failures.length} documents nobody was reminded`)
  return reminded
}

async function planReminders({ store }: SendReminders): Promise<void> {
  for (;;) {
    const parts = await store.unplanned(BATCH)
    const planned = await store.plan(
      parts.map(({ table, id, version, ...standing }) => ({
        ...{ table, id, version },
        next: nextReminder(standing),
      })),
    )
    if (parts.length < BATCH || planned === 0) return
  }
}
