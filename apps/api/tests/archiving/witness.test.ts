/** A witness follows a log from elsewhere, and names what was done to it by whoever has server, database and key. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runCli, trySigning } from '@rubrica/testing'
import { openWitnessScene, type WitnessScene } from '../scenes/witness-scene.ts'

let witness: WitnessScene
beforeAll(async () => {
  witness = await openWitnessScene()
})
afterAll(() => witness[Symbol.asyncDispose]())

interface Kept {
  readonly heads: readonly { readonly until: string; readonly canonical: string; readonly publicKey: string }[]
}
const kept = async (name = 'heads.json') => JSON.parse(await readFile(witness.file(name), 'utf8')) as Kept
const canonicals = async () =>
  (await witness.query<{ canonical: string }>('select canonical from audit_heads order by until')).map(
    ({ canonical }) => canonical,
  )
const contradictionFile = () => witness.file('heads.json.contradiction')
/** Without --json. */
const watchInto = (name: string, ...args: string[]) =>
  runCli(['audit', 'watch', '--url', witness.scene.portal.url, '--kept', witness.file(name), ...args])

describe('an honest log', () => {
  test('is followed over three heads, each of which is kept once', async () => {
    const { scene } = witness
    const sent = await scene.send({ signers: ['ana'] })
    await witness.sealOn(1)
    expect(await witness.watch()).toMatchObject({ code: 0, answer: { added: 1, stamped: 1 } })
    expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    await witness.sealOn(2)
    // A day on which nothing happened has a head of the same tree.
    await witness.sealOn(3)
    expect(await witness.watch()).toMatchObject({ code: 0, answer: { added: 2 } })
    await scene.send({ signers: ['biel'] })
    await scene.send({ signers: ['carla'] })
    await witness.sealOn(4)
    expect(await witness.watch()).toMatchObject({ code: 0, answer: { added: 1, contradiction: null } })
    expect(await witness.watch()).toMatchObject({ code: 0, answer: { added: 0 } })
    expect((await kept()).heads.map(({ canonical }) => canonical)).toEqual(await canonicals())
  })

  test('is told in one sentence for each step, and its key is to be compared the first time', async () => {
    const { answer } = await witness.watch()
    expect(await watchInto('heads.json')).toEqual({
      code: 0,
      stdout: `proved  The head of ${answer.newest!.until} that was kept last stands as it was.\nproved  There is no later one.\n`,
      stderr: '',
    })
    const run = await watchInto('other.json', '--subscription', witness.subscription)
    expect(run.stdout.split('\n')).toEqual([
      `proved  4 further heads, up to ${answer.newest!.until}, are signed, and each names the one before.`,
      `open    Compare their key with the one that the institution published: SHA-256 ${answer.fingerprint}.`,
      'open    4 of 4 have a timestamp, as an authority says that you did not name.',
      `proved  The log grew to ${answer.newest!.treeSize} leaves, and at each head began with all that were there before.`,
      '',
    ])
    expect(await kept('other.json')).toEqual(await kept())
  })

  test('is held against a key that was published, and against authorities of timestamps', async () => {
    const root = await fetch(`${witness.scene.portal.sandbox.url}/pki/root.cer`)
    await writeFile(witness.file('root.cer'), Buffer.from(await root.arrayBuffer()))
    await writeFile(witness.file('head.pem'), (await kept()).heads[0]!.publicKey)
    const run = await watchInto(
      'named.json',
      ...['--subscription', witness.subscription, '--head-key', witness.file('head.pem')],
      ...['--tsa', witness.file('root.cer')],
    )
    expect(run).toMatchObject({ code: 0 })
    expect(run.stdout).not.toContain('open')
    expect(run.stdout).toContain('4 of 4 have a timestamp of an authority that you named.')
  })

  test('is the one that "audit verify" compares with what the witness kept', async () => {
    const { server } = witness.scene.portal
    const environment = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
    const verified = await runCli(['audit', 'verify', '--kept', witness.file('heads.json')], environment)
    expect(verified).toMatchObject({ code: 0, stderr: '' })
  })

  test('is followed on from what "audit heads" printed', async () => {
    const { server } = witness.scene.portal
    const environment = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
    const { heads } = JSON.parse((await runCli(['audit', 'heads', '--json'], environment)).stdout) as Kept
    await witness.afterDamage(
      () => writeFile(witness.file('heads.json'), JSON.stringify({ heads: heads.slice(0, 2) })),
      async () => expect(await witness.watch()).toMatchObject({ code: 0, answer: { added: 2 } }),
    )
  })
})

describe('named is', () => {
  afterEach(() => rm(contradictionFile(), { force: true }))

  /** What the witness finds after some damage; nothing of it may be kept as if it were good. */
  async function findingAfter(damage: () => Promise<unknown>): Promise<string> {
    return witness.afterDamage(damage, async () => {
      const before = await kept()
      const { code, answer } = await witness.watch()
      expect(code).toBe(1)
      expect(await kept()).toEqual(before)
      return answer.contradiction!.problem
    })
  }

  const forget = async () => {
    for (const table of ['audit_heads', 'audit_head_ends', 'audit_log_leaves', 'audit_log_nodes'])
      await witness.query(`delete from ${table}`)
  }
  const newest = 'until = (select max(until) from audit_heads)'
  const exchangeFirst = ([first, ...others]: readonly string[]) => [first!.replace(/.$/, 'x'), ...others]

  test('a log that was rolled back to an earlier head, or to none', async () => {
    expect(await findingAfter(() => witness.query(`delete from audit_heads where ${newest}`))).toBe('log-rolled-back')
    expect(await findingAfter(forget)).toBe('log-rolled-back')
  })

  test('a log that was cut, and sealed again since', async () => {
    const begunAnew = async () => {
      await forget()
      await witness.sealOn(5)
    }
    expect(await findingAfter(begunAnew)).toBe('log-cut')
  })

  test('a log that was cut behind heads that still stand', async () => {
    const cutBehind = async () => {
      await witness.query('delete from audit_log_leaves where position >= 2')
      await witness.query('delete from audit_log_nodes where (position + 1) * 2 ^ level > 2')
      await witness.scene.send({ signers: ['ana'] })
      await witness.sealOn(5)
    }
    expect(await findingAfter(cutBehind)).toBe('log-cut')
  })

  test('a log that was written anew with the right key, as far as it was kept', async () => {
    expect(await findingAfter(() => witness.signAnew({ leaves: exchangeFirst }))).toBe('log-forked')
  })

  test('a log that was written anew behind heads that still stand', async () => {
    const forkBehind = async () => {
      const heads = await witness.query<Record<string, unknown>>('select * from audit_heads order by until')
      await witness.signAnew({ leaves: exchangeFirst })
      for (const { until, canonical, hash, signature, token } of heads) {
        await witness.query(
          'update audit_heads set canonical = $1, hash = $2, signature = $3, token = $4 where until = $5',
          [...[canonical, hash, signature, token, until]],
        )
      }
      await witness.scene.send({ signers: ['ana'] })
      await witness.sealOn(5)
    }
    expect(await findingAfter(forkBehind)).toBe('log-forked')
  })

  test('a log of which a head on the way stood for another, though the newest does not', async () => {
    const forkBetween = async () => {
      await witness.scene.send({ signers: ['ana'] })
      await witness.sealOn(5)
      await witness.scene.send({ signers: ['ana'] })
      await witness.sealOn(6)
      const { until: fifth } = JSON.parse((await canonicals())[4]!) as { until: string }
      const kept = await witness.query<Record<string, unknown>>('select * from audit_heads order by until limit 4')
      await witness.signAnew({
        head: (facts) => (facts['until'] === fifth ? { treeRoot: 'f'.repeat(64) } : {}),
      })
      // Their texts are the same, since nothing of theirs was changed.
      expect((await canonicals()).slice(0, 4)).toEqual(kept.map(({ canonical }) => canonical))
    }
    expect(await findingAfter(forkBetween)).toBe('log-forked')
  })

  test('a log whose server proves nothing', async () => {
    const loseNodes = async () => {
      await witness.scene.send({ signers: ['ana'] })
      await witness.sealOn(5)
      await witness.query('delete from audit_log_nodes')
    }
    expect(await findingAfter(loseNodes)).toBe('log-unproved')
  })

  test('a head that was signed anew with the right key, and what stands there is kept beside', async () => {
    const sealedAt = '2026-01-01T00:00:00.000Z'
    const problem = await findingAfter(() => witness.signAnew({ head: () => ({ sealedAt }) }))
    expect(problem).toBe('head-signed-anew')
    const [shown] = (await kept('heads.json.contradiction')).heads
    expect(JSON.parse(shown!.canonical)).toMatchObject({ sealedAt, until: (await kept()).heads.at(-1)!.until })
  })

  test('a head that is signed with another key', async () => {
    expect(await findingAfter(() => witness.sealOn(5, witness.anotherSigner()))).toBe('head-key-changed')
  })

  test.each([
    ['of another log', { subscriptionId: crypto.randomUUID() }, 'head-changed'],
    ['of another moment', { until: '2026-01-01T00:00:00.000Z' }, 'head-changed'],
    ['of another format', { format: 'rubrica-audit-head-9' }, 'head-changed'],
    ['of fewer leaves', { treeSize: 1 }, 'log-cut'],
    ['of as many other leaves', { treeRoot: 'f'.repeat(64) }, 'log-forked'],
    ['behind another head', { previous: 'f'.repeat(64) }, 'head-unchained'],
    ['behind none', { previous: null }, 'head-unchained'],
  ])('a head %s that the right key signed', async (_, facts, problem) => {
    const change = async () => {
      await witness.sealOn(5)
      const last = JSON.parse((await canonicals()).at(-1)!) as { until: string }
      await witness.signAnew({ head: ({ until }) => (until === last.until ? facts : {}) })
    }
    expect(await findingAfter(change)).toBe(problem)
  })

  test.each([
    [
      'a signature of something else',
      `signature = (select signature from audit_heads order by until limit 1)`,
      'head-unsigned',
    ],
    ['no signature', `signature = '\\x00'`, 'head-unsigned'],
    [
      'a timestamp of something else',
      `token = (select token from audit_heads order by until limit 1)`,
      'head-timestamp-invalid',
    ],
    ['no timestamp but other octets', `token = '\\x300100'`, 'head-timestamp-invalid'],
  ])('a head with %s', async (_, change, problem) => {
    const damage = async () => {
      await witness.sealOn(5)
      await witness.query(`update audit_heads set ${change} where ${newest}`)
    }
    expect(await findingAfter(damage)).toBe(problem)
  })

  test('in a sentence, with exit code 1', async () => {
    const said = await witness.afterDamage(
      () => witness.signAnew({ leaves: exchangeFirst }),
      () => watchInto('heads.json'),
    )
    const { until } = (await kept()).heads.at(-1)!
    expect(said).toMatchObject({ code: 1, stdout: '' })
    expect(said.stderr).toContain(
      `FAILED  The head of ${until} is of another log than what was kept: events were written anew.`,
    )
    expect(said.stderr).toContain(contradictionFile())
  })
})
