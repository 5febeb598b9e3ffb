import { expect, vi } from 'vitest'
import type { Scene } from '@rubrica/testing'

/** What sealing writes. */
export const SEALED = ['audit_heads', 'audit_head_ends', 'audit_log_leaves', 'audit_log_nodes']

/**
 * A server seals up to the last midnight when it starts, and only once; so it must find nothing of that.
 * @param heads one for each subscription
 */
export async function sealAnew(scene: Scene, heads = 1): Promise<void> {
  await untilSealed(scene, heads)
  for (const table of SEALED) await scene.portal.server.database!.query(`delete from ${table}`)
  await scene.portal.server.restart()
  await untilSealed(scene, heads)
}

export const untilSealed = (scene: Scene, heads = 1) =>
  vi.waitFor(
    async () => {
      const database = scene.portal.server.database!
      const open = await database.query(`select from pgboss.job where name = 'seal-audit-log' and state <> 'completed'`)
      expect(open).toEqual([])
      expect(await database.query('select from audit_heads')).toHaveLength(heads)
    },
    { timeout: 120_000, interval: 100 },
  )
