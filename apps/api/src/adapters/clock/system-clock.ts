import { randomUUID } from 'node:crypto'
import type { Clock, Identifiers } from '../../ports/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

export const randomIdentifiers: Identifiers = { newGuid: () => randomUUID() }
