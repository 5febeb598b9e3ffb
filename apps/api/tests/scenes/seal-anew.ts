import { expect, vi } from 'vitest'
import type { Scene } from '@rubrica/testing'

/** What sealing writes. */
export const SEALED = ['audit_heads', 'audit_head_ends', 'audit_log_leaves', 'audit_log_nodes']

/** A server seals up to the last midnight when it starts, and only once; so it must find nothing of that. */
export async function sealAnew(scene: Scene): Promise<void> {
  await untilSealed(scene)
  for (const table of SEALED) await scene.portal.server.database!.query(`delete from ${table}`)
  await scene.portal.server.restart()
  await untilSealed(scene)
}

export const untilSealed = (scene: Scene) =>
  vi.waitFor(
    async () => {
      const database = scene.portal.server.database!
      const open = await database.query(`select from pgboss.job where name = 'seal-audit-log' and state <> 'completed'`)
      expect(open).toEqual([])
      expect(await database.query('select from audit_heads')).toHaveLength(1)
    },
    { timeout: 20_000, interval: 100 },
  )
