/** A server whose heads are public, and a witness elsewhere who has nothing but its address and a file. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { canonicalJson } from '@rubrica/domain'
import { GrowingTree, type TreeNode } from '@rubrica/evidence-file/log'
import { requestTimestamp } from '@rubrica/pki'
import { makeTemporaryDirectory, openScene, runCli, type Scene, type TemporaryDirectory } from '@rubrica/testing'
import { openHeadSigner } from '../../src/adapters/audit-keys/open-head-signer.ts'
import { composeHeads } from '../../src/compose/audit.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import { hashOfHead } from '../../src/modules/audit/describe-head.ts'
import type { HeadSigner } from '../../src/modules/audit/ports.ts'
import { sealAuditLog } from '../../src/modules/audit/seal-audit-log.ts'
import { SEALED, untilSealed } from './seal-anew.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What `audit watch --json` prints. */
export interface WatchAnswer {
  readonly ok: boolean
  readonly code?: string
  readonly added: number
  readonly stamped: number
  readonly newest: { readonly until: string; readonly treeSize: number; readonly treeRoot: string } | null
  readonly fingerprint: string
  readonly contradiction: { readonly problem: string; readonly until: string } | null
}

interface Change {
  readonly leaves?: (leaves: readonly string[]) => readonly string[]
  readonly head?: (facts: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

export interface WitnessScene extends AsyncDisposable {
  readonly scene: Scene
  readonly subscription: string
  /** A file of the witness's own. */
  readonly file: (name: string) => string
  readonly query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>
  /** As the server does when so many days have passed since the first. @param signer instead of its own */
  readonly sealOn: (day: number, signer?: HeadSigner) => Promise<unknown>
  /** Whoever has the server's key: the log anew, with other leaves or other heads. */
  readonly signAnew: (change: Change) => Promise<void>
  /** A signer with a key that the installation makes besides its own. */
  readonly anotherSigner: () => HeadSigner
  readonly watch: (...args: string[]) => Promise<{ code: number; stderr: string; answer: WatchAnswer }>
  /** Does damage, and puts back what sealing has written, and the witness's file. */
  readonly afterDamage: <Found>(damage: () => Promise<unknown>, find: () => Promise<Found>) => Promise<Found>
}

/** Nothing is sealed when it begins. */
export async function openWitnessScene(): Promise<WitnessScene> {
  const scene = await openScene({ postgres: inject('sharedPostgres'), env: { PUBLIC_HEADS: 'on' } })
  await untilSealed(scene)
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const query: WitnessScene['query'] = (text, values = []) => database!.query(text, values)
  for (const table of SEALED) await query(`delete from ${table}`)
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  const foundation = await openFoundation({ config, role: 'tool' })
  const [row] = await query<{ id: string }>('select id from subscriptions')
  const elsewhere = await makeTemporaryDirectory()
  const file = (name: string) => join(elsewhere.path, name)
  const tools = { foundation, query, subscription: row!.id, file, scene }
  return {
    ...tools,
    get: (path, headers = {}) => fetch(`${scene.portal.url}/api/audit/${path}`, { headers }),
    sealOn: (day, signer) => sealOn(tools, day, signer),
    signAnew: (change) => signAnew(tools, change),
    anotherSigner: () => anotherSigner(foundation),
    watch: (...args) => watch(tools, args),
    afterDamage: (damage, find) => afterDamage(tools, damage, find),
    [Symbol.asyncDispose]: () => close(foundation, scene, elsewhere),
  }
}

type Tools = Pick<WitnessScene, 'query' | 'subscription' | 'file' | 'scene'> & { readonly foundation: Foundation }

async function close(...things: readonly (Foundation | Scene | TemporaryDirectory)[]): Promise<void> {
  for (const thing of things) await thing[Symbol.asyncDispose]()
}

/** Some days ago, so that all of them are over. */
const dayOf = (day: number) => new Date(Math.floor(Date.now() / DAY_MS - 30 + day) * DAY_MS)

const sealOn = ({ foundation, scene }: Tools, day: number, signer?: HeadSigner) =>
  sealAuditLog({
    ...composeHeads(foundation),
    ...(signer && { signer }),
    timestamp: requestTimestamp(`${scene.portal.sandbox.url}/pki/tsa`),
    everyMs: DAY_MS,
    now: () => dayOf(day),
  })

function anotherSigner({ database, serverKeys, now }: Foundation): HeadSigner {
  const newestOr: Parameters<typeof openHeadSigner>[0]['records']['newestOr'] = async (make) => {
    const key = await make()
    await database
      .insertInto('audit_keys')
      .values({ id: key.id, wrapped_private_key: Buffer.from(key.wrappedPrivateKey), created_at: new Date(0) })
      .execute()
    return key
  }
  return openHeadSigner({ records: { find: () => Promise.resolve(undefined), newestOr }, serverKeys, now })
}

async function signAnew({ foundation, query, subscription }: Tools, { leaves: other, head: another }: Change) {
  const rows = await query<{ leaf: string }>(
    `select concat(document_id, ':', sequence, ':', encode(hash, 'hex')) as leaf from audit_log_leaves order by position`,
  )
  const leaves = rows.map(({ leaf }) => leaf)
  const tree = new GrowingTree()
  const nodes: TreeNode[] = []
  const roots = new Map([[0, tree.root()]])
  for (const leaf of other?.(leaves) ?? leaves) {
    nodes.push(...tree.append(leaf))
    roots.set(tree.size, tree.root())
  }
  await query('delete from audit_log_nodes')
  for (const { level, position, hash } of nodes)
    await query('insert into audit_log_nodes values ($1, $2, $3, $4)', [subscription, level, position, hash])
  const sign = await composeHeads(foundation).signer.open()
  let previous: string | null = null
  for (const { until, canonical } of await query<{ until: Date; canonical: string }>(
    'select until, canonical from audit_heads order by until',
  )) {
    const facts = JSON.parse(canonical) as { treeSize: number }
    const treeRoot = roots.get(facts.treeSize)?.toString('hex')
    const text: string = canonicalJson({ ...facts, treeRoot, previous, ...another?.(facts) } as never)
    const hash = hashOfHead(text)
    await query('update audit_heads set canonical = $1, hash = $2, signature = $3, token = null where until = $4', [
      ...[text, hash, Buffer.from(sign(text).signature), until],
    ])
    previous = hash.toString('hex')
  }
}

async function watch({ file, scene, subscription }: Tools, args: readonly string[]) {
  const where = ['--url', scene.portal.url, '--kept', file('heads.json'), '--subscription', subscription]
  // Of no installation: it is elsewhere.
  const { code, stdout, stderr } = await runCli(['audit', 'watch', ...where, '--json', ...args])
  return { code, stderr, answer: JSON.parse(stdout || 'null') as WatchAnswer }
}

async function afterDamage<Found>(
  { query, file }: Tools,
  damage: () => Promise<unknown>,
  find: () => Promise<Found>,
): Promise<Found> {
  const kept = await readFile(file('heads.json'))
  for (const table of SEALED) await query(`create table kept_${table} as select * from ${table}`)
  await damage()
  const found = await find()
  for (const table of SEALED) {
    await query(`delete from ${table}`)
    await query(`insert into ${table} select * from kept_${table}`)
    await query(`drop table kept_${table}`)
  }
  await writeFile(file('heads.json'), kept)
  return found
}
