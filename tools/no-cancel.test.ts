import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../apps/api/src')
/** PostgreSQL's own functions, and the request of the protocol as drivers name it. */
const CANCELS = /pg_cancel_backend|pg_terminate_backend|cancelRequest|\b(?:client|connection|pool)\w*\.cancel\(/i

const isProduct = (name: string) => name.endsWith('.ts') && !name.endsWith('.test.ts')

/**
 * A commit that waits for a standby ends with success when its query is cancelled: what a caller was told is done may
 * be gone with the primary.
 */
test('nothing of the server cancels a statement', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(isProduct)
  expect(files.length).toBeGreaterThan(500)
  const read = (name: string) => readFileSync(join(SOURCES, name), 'utf8')
  expect(files.filter((name) => CANCELS.test(read(name)))).toEqual([])
})
