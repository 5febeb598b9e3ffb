/** Whether anybody may verify without a log-in, and how often. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makePdf, openScene, type Scene } from '@rubrica/testing'

const CALLS = ['digests', 'files', 'reports', 'pages?revision=1&page=1', 'codes', 'codes/document']
const JSON_BODIES: Readonly<Record<string, object>> = {
  digests: { Digest: 'a'.repeat(64), Proof: 'b'.repeat(64) },
  codes: { Code: '0000-0000-0000-0000-0000-0' },
  'codes/document': { Code: '0000-0000-0000-0000-0000-0' },
}

async function call(scene: Scene, path: string): Promise<{ status: number; Code?: string; retryAfter: string | null }> {
  const json = JSON_BODIES[path]
  const answer = await fetch(`${scene.portal.url}/api/verification/${path}`, {
    method: 'POST',
    headers: { 'content-type': json ? 'application/json' : 'application/pdf' },
    body: json ? JSON.stringify(json) : new Uint8Array(makePdf()),
  })
  const body = answer.ok ? {} : ((await answer.json()) as { Code: string })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...body }
}

const portalFacts = async ({ portal }: Scene) => (await (await fetch(`${portal.url}/config.json`)).json()) as object

describe('a door that the operator has closed', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene({ postgres: inject('sharedPostgres'), env: { PUBLIC_VERIFICATION: 'off' } })
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  test.each(CALLS)('is none: %s', async (path) => {
    expect(await call(scene, path)).toMatchObject({ status: 404, Code: 'NOT_FOUND' })
  })

  test('is not shown by the portal', async () => {
    expect(await portalFacts(scene)).toMatchObject({ verification: false })
  })
})

describe('of one address', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene({ postgres: inject('sharedPostgres') })
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  test('four files are looked at in a minute and ten codes, and the fifth and the eleventh wait', async () => {
    expect(await portalFacts(scene)).toMatchObject({ verification: true })
    for (const [path, most] of [
      ['files', 4],
      ['codes', 10],
    ] as const) {
      const statuses: number[] = []
      for (let count = 0; count < most; count += 1) statuses.push((await call(scene, path)).status)
      expect(statuses).toEqual(Array.from({ length: most }, () => (path === 'files' ? 200 : 404)))
      const refused = await call(scene, path)
      expect(refused).toMatchObject({ status: 429, Code: 'RATE_LIMITED' })
      expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    }
  })
})
