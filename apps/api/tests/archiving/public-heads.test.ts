/** What strangers are told of a log, and what they are refused. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'
import { askPython } from '../scenes/ask-python.ts'
import { openWitnessScene, type WitnessScene } from '../scenes/witness-scene.ts'

interface Head {
  readonly until: string
  readonly canonical: string
  readonly hash: string
  readonly publicKey: string
  readonly fingerprint: string
  readonly signature: string
  readonly token: string | null
}

let witness: WitnessScene
let heads: readonly Head[]
let of: string
beforeAll(async () => {
  witness = await openWitnessScene()
  of = `subscription=${witness.subscription}`
  await witness.sealOn(1)
  await witness.scene.send({ signers: ['ana'] })
  await witness.scene.send({ signers: ['biel'] })
  await witness.sealOn(2)
  // Nothing happened that day.
  await witness.sealOn(3)
  await witness.scene.send({ signers: ['carla'] })
  await witness.sealOn(4)
  heads = ((await (await witness.get(`heads?${of}`)).json()) as { heads: Head[] }).heads
})
afterAll(() => witness[Symbol.asyncDispose]())

const read = ({ canonical }: Head) => JSON.parse(canonical) as { treeSize: number; treeRoot: string; previous: string }
const sizes = () => heads.map((head) => read(head).treeSize)

test('anybody gets the heads as they were signed, oldest first, with key and fingerprint', async () => {
  const rows = await witness.query<{ canonical: string }>('select canonical from audit_heads order by until')
  expect(heads.map(({ canonical }) => canonical)).toEqual(rows.map(({ canonical }) => canonical))
  expect(heads).toHaveLength(4)
  for (const [index, head] of heads.entries()) {
    const signature = Buffer.from(head.signature, 'base64')
    expect(verify('sha256', Buffer.from(head.canonical), head.publicKey, signature)).toBe(true)
    const der = createPublicKey(head.publicKey).export({ type: 'spki', format: 'der' })
    expect(head.fingerprint).toBe(createHash('sha256').update(der).digest('hex'))
    expect(read(head).previous).toBe(index === 0 ? null : heads[index - 1]!.hash)
    expect(head.token).not.toBeNull()
  }
})

test('pages of heads follow each other, each from the moment that the one before names', async () => {
  const page = async (query: string) =>
    (await (await witness.get(`heads?${of}&${query}`)).json()) as { heads: Head[]; next: string | null }
  const first = await page('limit=3')
  expect(first.heads).toEqual(heads.slice(0, 3))
  expect(await page(`limit=3&since=${first.next}`)).toEqual({ heads: heads.slice(3), next: null })
  expect(await page(`since=${heads[1]!.until}`)).toEqual({ heads: heads.slice(1), next: null })
  expect(await page('since=2999-01-01T00:00:00.000Z')).toEqual({ heads: [], next: null })
})

test('the newest head is the last of the list', async () => {
  expect(await (await witness.get(`heads/latest?${of}`)).json()).toEqual(heads.at(-1))
})

test('a proof between any two heads leads to both roots, as a program in another language finds', async () => {
  for (const [at, later] of heads.entries()) {
    for (const earlier of heads.slice(0, at + 1)) {
      const [first, second] = [read(earlier), read(later)]
      const answer = await witness.get(`consistency?${of}&first=${first.treeSize}&second=${second.treeSize}`)
      const { path } = (await answer.json()) as { path: string[] }
      const roots = await askPython('grown', first.treeRoot, `${first.treeSize}`, `${second.treeSize}`, ...path)
      expect(roots).toBe(`${first.treeRoot} ${second.treeRoot}`)
    }
  }
})

test('an answer is told to be kept as long as it cannot change, and is not sent again to who has it', async () => {
  const [first, , , last] = sizes()
  for (const [path, caching] of [
    [`heads?${of}`, 'public, no-cache'],
    [`heads?${of}&limit=2`, 'public, max-age=86400'],
    [`heads/latest?${of}`, 'public, no-cache'],
    [`consistency?${of}&first=${first}&second=${last}`, 'public, max-age=86400'],
  ] as const) {
    const answer = await witness.get(path)
    expect([answer.status, answer.headers.get('cache-control')], path).toEqual([200, caching])
    const etag = answer.headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await witness.get(path, { 'if-none-match': known })
      expect([again.status, again.headers.get('etag'), await again.text()], path).toEqual([304, etag, ''])
    }
    expect((await witness.get(path, { 'if-none-match': '"other"' })).status, path).toBe(200)
  }
})

test('of a log that is not there a stranger learns as much as of one of which nothing is sealed', async () => {
  const [empty] = await witness.query<{ id: string }>(
    `insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color, secondary_text_color, created_at)
     values (gen_random_uuid(), 'Empty', '', '', '', '', now()) returning id`,
  )
  for (const path of ['heads?', 'heads/latest?', 'consistency?first=1&second=1&']) {
    const answers = [empty!.id, crypto.randomUUID()].map(async (id) => {
      const answer = await witness.get(`${path}subscription=${id}`)
      return [answer.status, await answer.text()]
    })
    const [of, ofNone] = await Promise.all(answers)
    expect(of, path).toEqual(ofNone)
  }
})

describe('refused is', () => {
  const codeOf = async (path: string) => {
    const answer = await witness.get(path)
    return `${answer.status} ${((await answer.json()) as { Code: string }).Code}`
  }

  test.each([
    ['no subscription', () => 'heads?limit=1'],
    ['a subscription that is no id', () => 'heads?subscription=Demo'],
    ['an id with a NUL', () => `heads?${of}%00`],
    ['two subscriptions', () => `heads?${of}&${of}`],
    ['a page of none', () => `heads?${of}&limit=0`],
    ['a page of too many', () => `heads?${of}&limit=101`],
    ['a page of a part', () => `heads?${of}&limit=1.5`],
    ['a page of a word', () => `heads?${of}&limit=all`],
    ['a moment that is none', () => `heads?${of}&since=yesterday`],
    ['a day that no month has', () => `heads?${of}&since=2026-02-31T00:00:00Z`],
    ['a size for a moment', () => `heads?${of}&since=67`],
    ['the newest of no subscription', () => 'heads/latest'],
    ['a proof from nothing', () => `consistency?${of}&first=0&second=${sizes()[0]}`],
    ['a proof from less than nothing', () => `consistency?${of}&first=-1&second=${sizes()[0]}`],
    ['a proof backwards', () => `consistency?${of}&first=${sizes()[3]}&second=${sizes()[0]}`],
    ['a proof without its end', () => `consistency?${of}&first=1`],
    ['a proof to more than can be counted', () => `consistency?${of}&first=1&second=99999999999999999999`],
    ['a proof to a hexadecimal number', () => `consistency?${of}&first=1&second=0x10`],
  ])('%s, with 400', async (_, path) => {
    expect(await codeOf(path())).toBe('400 VALIDATION_FAILED')
  })

  test('a proof between trees that no head was signed for, though the log has had them', async () => {
    const [first, second] = sizes()
    expect(second! - first!).toBe(2)
    expect(await codeOf(`consistency?${of}&first=${first}&second=${first! + 1}`)).toBe('404 HEAD_NOT_FOUND')
    expect(await codeOf(`consistency?${of}&first=${first! + 1}&second=${second}`)).toBe('404 HEAD_NOT_FOUND')
    expect(await codeOf(`consistency?${of}&first=${second}&second=999999999`)).toBe('404 HEAD_NOT_FOUND')
  })

  test('another method', async () => {
    const url = `${witness.scene.portal.url}/api/audit/heads?${of}`
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  })
})

describe('a server that was not told to show its heads', () => {
  let closed: Scene
  beforeAll(async () => {
    closed = await openScene({ postgres: inject('sharedPostgres'), env: { CALLS_PER_MINUTE: '300' } })
  })
  afterAll(() => closed[Symbol.asyncDispose]())

  const get = (path: string) => fetch(`${closed.portal.url}/api/audit/${path}`)

  test('answers 404, also for a log that it has', async () => {
    const [row] = await closed.portal.server.database!.query<{ id: string }>('select id from subscriptions')
    for (const path of ['heads?', 'heads/latest?', 'consistency?first=1&second=1&']) {
      const answer = await get(`${path}subscription=${row!.id}`)
      expect([answer.status, await answer.json()], path).toEqual([
        404,
        { Code: 'HEADS_NOT_PUBLIC', Message: expect.any(String) as string },
      ])
    }
  })

  test('slows down who asks more than a tenth of what an address may, whichever of the calls', async () => {
    const statuses = []
    for (let call = 0; call < 40; call++)
      statuses.push((await get(`${['heads', 'heads/latest'][call % 2]}?subscription=${crypto.randomUUID()}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(30)
    expect((await fetch(`${closed.portal.url}/api/openapi.json`)).status).toBe(200)
  })
})
