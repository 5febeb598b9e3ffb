/** What goes on by itself once somebody has acted: signing runs, messages to webhooks, reminders. */
import { measureParts, type BenchOptions, type Figure } from './measure.ts'
import { measureReminders } from './parts/measure-reminders.ts'
import { measureSigningRuns } from './parts/measure-signing-runs.ts'
import { measureWebhooks } from './parts/measure-webhooks.ts'

const PARTS = { signing: measureSigningRuns, webhooks: measureWebhooks, reminders: measureReminders }

export const run = (options: BenchOptions): Promise<readonly Figure[]> => measureParts(PARTS, options)
