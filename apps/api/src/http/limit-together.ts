/**
 * Limits that hold for all processes together. Each counts for itself first: what is too much for one is too much for
 * all of them, and asks nobody.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Calls under one key in a window of time, and how long that still lasts. */
export interface CountedCalls {
  readonly count: number
  readonly leftMs: number
}

/** Counts one more; undefined where there is nobody to count with, or the count cannot be had. */
export type CountTogether = (key: string, windowMs: number) => Promise<CountedCalls | undefined>

/** Whose call it is. */
export type KeyOf = (request: FastifyRequest) => string

interface LimitWish {
  /** Tells its keys from those of other limits. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  readonly keyOf: KeyOf
}

/** Counts a request. @returns after how many milliseconds it may come again; undefined where it may pass */
export type Limit = (request: FastifyRequest) => Promise<number | undefined>

export const openLimits =
  (app: FastifyInstance, countTogether: CountTogether) =>
  ({ name, max, windowMs, keyOf }: LimitWish): Limit => {
    const countHere = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: keyOf })
    return async (request) => {
      const here = await countHere(request)
      if (here.isAllowed) return undefined
      if (here.isExceeded) return here.ttl
      const together = await countTogether(`${name}:${here.key}`, windowMs)
      return together && together.count > max ? together.leftMs : undefined
    }
  }
