import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Takes no further connections, and lets what is under way end.
 * @returns false where that took longer than `limitMs`, and what was left was cut off
 */
export async function closeServer(app: FastifyInstance, limitMs: number): Promise<boolean> {
  const done = new AbortController()
  const closed = app.close().then(() => true)
  const late = pause(limitMs, false, { signal: done.signal }).catch(() => false)
  const isWhole = await Promise.race([closed, late])
  done.abort()
  if (!isWhole) app.server.closeAllConnections()
  await closed
  return isWhole
}
