/** Whatever happens in whichever order: no signature bears a certificate that is not of who made it, by right. */
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { openScene, type DemoName, type Scene } from '@rubrica/testing'
import { codeOf } from '../scenes/authorise-signing.ts'
import { openStandingIn } from '../scenes/standing-in-scene.ts'

let scene: Scene
const { propose, accept, end, endAll, sign, standIn } = openStandingIn(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** Ana is away, and Biel is named; Carla is a stranger to that. */
const ACTS = [
  'principal signs',
  'deputy signs',
  'stranger signs',
  'accept',
  'revoke',
  'give back',
  'last day ends',
] as const
type Act = (typeof ACTS)[number]

interface Substitution {
  readonly id: string
  readonly kind: 'delegation' | 'substitution' | 'assistant'
  state: 'proposed' | 'in force' | 'over'
}

function perform(act: Act, { id }: Substitution, document: SentDocument): Promise<unknown> {
  switch (act) {
    case 'principal signs':
      return sign('ana', document, {})
    case 'deputy signs':
      return sign('biel', document, { substitution: id })
    case 'stranger signs':
      return sign('carla', document, { substitution: id })
    case 'accept':
      return accept('biel', id)
    case 'revoke':
      return end('ana', id)
    case 'give back':
      return end('biel', id)
    case 'last day ends':
      return query(
        'update substitutions set begins_at = least(begins_at, now() - interval $$1 day$$), ends_at = now() where id = $1',
        [id],
      )
  }
}

interface Signed {
  readonly state: string
  readonly actor: DemoName | null
  readonly certificate_of: DemoName | null
  readonly serial_is_of: DemoName | null
}

async function look(document: SentDocument): Promise<Signed> {
  const [row] = await query<Signed>(
    `select signers.state,
       (select user_id from users where users.id = coalesce(signers.acting_user_id, signers.user_id)
         and signers.state = 'signed') as actor,
       (select users.user_id from signing_attempts join certificates on certificates.id = certificate_id
         join users on users.id = certificates.user_id
         where signing_attempts.signer_id = signers.id and signing_attempts.state = 'signed') as certificate_of,
       (select users.user_id from audit_events join certificates
           on certificates.serial_number = (canonical::json -> 'facts' ->> 'certificateSerial')
         join users on users.id = certificates.user_id
         where audit_events.document_id = signers.document_id and audit_events.type = 'document-signed') as serial_is_of
     from signers where document_id = $1`,
    [document.guid],
  )
  return row!
}

const ENDS: readonly Act[] = ['revoke', 'give back', 'last day ends']

interface Round {
  readonly acts: readonly Act[]
  /** What each was answered. */
  readonly codes: readonly string[]
  readonly before: Substitution
  readonly after: Signed
}

/** Whoever has signed did so by right, and with their own key. */
function checkRights({ acts, codes, before, after: { actor, ...after } }: Round): void {
  expect(after).toEqual({ state: actor === null ? 'pending' : 'signed', certificate_of: actor, serial_is_of: actor })
  const mayBeInForce = before.state === 'in force' || (before.state === 'proposed' && acts.includes('accept'))
  if (actor === 'biel') {
    expect({ mayBeInForce, acts, kind: before.kind }).toEqual({
      mayBeInForce: true,
      acts: expect.arrayContaining(['deputy signs']) as unknown,
      kind: expect.not.stringMatching('assistant') as unknown,
    })
  } else if (actor !== null)
    expect({ actor, acts }).toEqual({ actor: 'ana', acts: expect.arrayContaining(['principal signs']) as unknown })
  const stranger = acts.indexOf('stranger signs')
  if (stranger >= 0) expect(codes[stranger]).toBe('NOT_A_DEPUTY')
}

/** Whoever may sign, and is not kept from it at this moment, does; or the other one has. */
function checkProgress({ acts, before, after }: Round): void {
  const [principal, deputy] = [acts.includes('principal signs'), acts.includes('deputy signs')]
  // A deputy who is revoked after they have claimed the document leaves it as it was, and has kept the principal away.
  if (deputy && acts.some((act) => ENDS.includes(act))) return
  const canDeputy = deputy && before.state === 'in force' && before.kind !== 'assistant'
  if (principal || canDeputy) expect(after.actor).not.toBeNull()
}

function follow(substitution: Substitution, acts: readonly Act[]): void {
  if (acts.some((act) => ENDS.includes(act))) substitution.state = 'over'
  else if (acts.includes('accept') && substitution.state === 'proposed') substitution.state = 'in force'
}

const steps = fc.array(fc.uniqueArray(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 3 }), {
  minLength: 2,
  maxLength: 6,
})

test('of principal, deputy and stranger, who sign, accept and revoke at once, each signs by right and with their own key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('delegation', 'substitution', 'assistant'),
      fc.boolean(),
      steps,
      async (kind, isAccepted, all) => {
        await endAll()
        const id = await propose('ana', 'biel', { kind })
        if (isAccepted) await accept('biel', id)
        const substitution: Substitution = { id, kind, state: isAccepted ? 'in force' : 'proposed' }
        for (const acts of all) {
          const document = await scene.send({ signers: ['ana'] })
          const before = { ...substitution }
          const codes = await Promise.all(acts.map((act) => codeOf(perform(act, substitution, document))))
          const round = { acts, codes, before, after: await look(document) }
          checkRights(round)
          checkProgress(round)
          follow(substitution, acts)
        }
      },
    ),
    { numRuns: 12 },
  )
})

/** Each waits for its table, and looks at the rows of others only then. */
test.each([
  { before: 'the claim', table: 'signing_attempts', code: 'DOCUMENT_NO_LONGER_AVAILABLE', events: [] },
  {
    ...{ before: 'the commit', table: 'revisions', code: 'TEMPORARILY_UNAVAILABLE' },
    events: ['signature-started', 'signature-failed'],
  },
])(
  'a deputy who is revoked after the call was let in, and before $before, signs nothing',
  async ({ table, code, events }) => {
    await endAll()
    const id = await standIn('ana', 'biel')
    const document = await scene.send({ signers: ['ana'] })
    const other = new pg.Client({ connectionString: scene.portal.server.database!.url })
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`lock table ${table} in share mode`)
      const answer = codeOf(sign('biel', document, { substitution: id }))
      const waiting = `select from pg_locks where not granted and relation = $1::regclass`
      await expect.poll(() => query(waiting, [table]), { timeout: 30_000 }).not.toEqual([])
      await end('ana', id)
      await other.query('commit')
      expect(await answer).toBe(code)
    } finally {
      await other.end()
    }
    expect(await look(document)).toMatchObject({ state: 'pending', actor: null })
    const told = `select type from audit_events where document_id = $1 and type like 'signature-%' order by sequence`
    expect((await query<{ type: string }>(told, [document.guid])).map(({ type }) => type)).toEqual(events)
  },
)
