/** What goes on by itself once somebody has acted: messages to webhooks. */
import { measureParts, type BenchOptions, type Figure } from './measure.ts'
import { measureWebhooks } from './parts/measure-webhooks.ts'

const PARTS = { webhooks: measureWebhooks }

export const run = (options: BenchOptions): Promise<readonly Figure[]> => measureParts(PARTS, options)
