import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase, type TestDatabase } from '@rubrica/testing'
import { openDatabase, type OpenedDatabase } from '../../src/adapters/database/connection.ts'
import { migrateToLatest } from '../../src/adapters/database/migrate.ts'
import { migrations } from '../../src/adapters/database/migrations/index.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { DatabaseCertificateStore } from '../../src/adapters/database/certificates/certificate-store.ts'
import { DatabaseSigningStore } from '../../src/adapters/database/signing/signing-store.ts'
import { archiveBySweep } from '../../src/adapters/jobs/archive-later.ts'
import { OwedWrites } from '../../src/adapters/replicas/owed-writes.ts'
import { notifyNobody } from '../../src/adapters/jobs/notify-people.ts'
import { Secret } from '../../src/config/secret.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let place: TestDatabase
let opened: OpenedDatabase<Schema>
let signing: DatabaseSigningStore
beforeAll(async () => {
  place = await createDatabase(inject('sharedPostgres'))
  opened = await openDatabase<Schema>({ kind: 'external', url: new Secret(place.url) }, { role: 'server', poolSize: 2 })
  await migrateToLatest(opened.db, migrations)
  signing = new DatabaseSigningStore(opened.db, {
    reach: async () => undefined,
    owed: new OwedWrites(silent),
    notify: notifyNobody,
    onExpired: () => undefined,
    archive: { later: archiveBySweep, delayMs: 0 },
  })
})
afterAll(async () => {
  await opened.close()
  await place[Symbol.asyncDispose]()
})

/** A document with one pending signer. */
async function waitingSigner() {
  const [subscription, user, document, signer] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await place.query(`insert into subscriptions values ($1::uuid, $1::uuid::text, '', '', '', '', null, now())`, [
    subscription,
  ])
  await place.query(
    `insert into users (id, user_id, name, legal_id, legal_id_type, email, language, certificate_flags, created_at)
     values ($1::uuid, $1::uuid::text, 'Ana', $1::uuid::text, 'NIF', '', 'es', '{}', now())`,
    [user],
  )
  await place.query(
    `with dispatch as (insert into dispatches (id, subscription_id, created_at) values ($1, $2, now()))
     insert into documents (id, dispatch_id, subscription_id, file_name, description, tag, sender_name, state,
       page_count, current_revision, uploaded_at) values ($1, $1, $2, 'a.pdf', '', '', '', 'open', 1, 1, now())`,
    [document, subscription],
  )
  await place.query(
    `insert into signers (id, document_id, subscription_id, user_id, ordinal, signer_name, state, read_all,
       has_attachment, file_name, upload_time, tag, sender_name, description)
     values ($1, $2, $3, $4, 0, 'Ana', 'pending', false, false, 'a.pdf', now(), '', '', '')`,
    [signer, document, subscription, user],
  )
  return { signerId: signer, userId: user, documentId: document, subscriptionId: subscription }
}

async function certificateOf(userId: string): Promise<string> {
  const certificate = randomUUID()
  await place.query(
    `insert into certificates (id, user_id, type, alias, dn, serial_number, not_before, not_after, authentication_type,
       pin_required, key_algorithm, certificate, chain, created_at)
     values ($1, $2, 'keyvault', 'a', '', '', now(), now(), 'PIN', true, '', '', '{}', now())`,
    [certificate, userId],
  )
  return certificate
}

test('a signature that is ready only after the deadline is not made', async () => {
  const { signerId, userId, documentId, subscriptionId } = await waitingSigner()
  const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds))
  await place.query('update documents set deadline = $2 where id = $1', [documentId, at(10)])
  const lease = { owner: 'one server', until: at(60) }
  const accessMethod = 'USER_PASS'
  const claim = {
    documentId,
    signerId,
    userId,
    certificateId: await certificateOf(userId),
    attemptKey: 'late',
    accessMethod,
  } as const
  const attemptId = await signing.claim({ ...claim, at: at(5) }, lease)
  const outcome = await signing.complete({
    ...{ attemptId: attemptId!, documentId, subscriptionId, signerId, accessMethod, lease },
    ...{ baseRevision: 1, baseLength: 1, length: 1, digest: Buffer.alloc(32), digests: undefined },
    object: { id: 'tail', stored: Promise.resolve() },
    ...{ signerName: 'Ana', legalId: '1', certificateSerial: '1', level: 'PAdES-BASELINE-T', at: at(15) },
  })
  expect(outcome).toBe('base-moved')
})

test('a process whose claim ran out cannot end the one that took the same attempt over', async () => {
  const { documentId, signerId, userId } = await waitingSigner()
  const certificate = await certificateOf(userId)
  const attempt = {
    documentId,
    signerId,
    userId,
    certificateId: certificate,
    attemptKey: 'the-attempt',
    accessMethod: 'USER_PASS',
  } as const
  const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds))
  const owner = 'one server'

  const stalled = await signing.claim({ ...attempt, at: at(0) }, { owner, until: at(10) })
  expect(await signing.releaseExpired(at(20))).toBe(1)
  const taken = await signing.claim({ ...attempt, at: at(20) }, { owner, until: at(30) })
  expect(taken).toBeDefined()

  const digests = {
    baseRevision: 1,
    shown: Buffer.alloc(32),
    signed: Buffer.alloc(32),
    lease: { owner, until: at(40) },
  }
  expect(await signing.recordDigests(stalled!, digests)).toBe(false)
  await signing.release(stalled!, { code: 'TIMESTAMP_UNAVAILABLE', at: at(21) })
  expect(await signing.findAttempt(signerId, 'the-attempt', at(22))).toEqual({ state: 'running' })
  expect(await signing.recordDigests(taken!, digests)).toBe(true)
})

describe('a process that stopped reporting', () => {
  const LONG = new Date(Date.UTC(2090, 0, 1))

  /** Claimed by that process, for longer than this test lasts. */
  async function claimedBy(owner: string): Promise<string> {
    const { documentId, signerId, userId } = await waitingSigner()
    const attempt = {
      documentId,
      signerId,
      userId,
      certificateId: null,
      attemptKey: 'a',
      accessMethod: 'USER_PASS' as const,
    }
    expect(await signing.claim({ ...attempt, at: new Date() }, { owner, until: LONG })).toBeDefined()
    return signerId
  }
  const stateOf = async (signerId: string) =>
    (await place.query<{ state: string }>('select state from signers where id = $1', [signerId]))[0]!.state
  /** Seconds since it reported last, and since it does so without a pause. */
  const reported = (instance: string, ago: number, steadyFor: number) =>
    place.query(
      `insert into replicas values ($1, now() - make_interval(secs => $2), now() - make_interval(secs => $3))
       on conflict (instance) do update set reported_at = excluded.reported_at, steady_since = excluded.steady_since`,
      [instance, ago, steadyFor],
    )

  test('loses its claims at once, whatever their leases, and another one keeps its own', async () => {
    await reported('dead', 9, 60)
    await reported('alive', 1, 60)
    const [lost, kept, unknown] = [await claimedBy('dead'), await claimedBy('alive'), await claimedBy('of before')]
    expect(await signing.releaseExpired(new Date())).toBe(1)
    expect([await stateOf(lost), await stateOf(kept), await stateOf(unknown)]).toEqual([
      'pending',
      'signing',
      'signing',
    ])
  })

  test('keeps them until somebody has reported for a while: in an outage of the database all were silent', async () => {
    await reported('dead', 30, 60)
    await reported('alive', 0, 1)
    const held = await claimedBy('dead')
    expect(await signing.releaseExpired(new Date())).toBe(0)
    await reported('alive', 0, 4)
    expect(await signing.releaseExpired(new Date())).toBe(1)
    expect(await stateOf(held)).toBe('pending')
  })

  test('and was only slow commits nothing: its claim is somebody else’s', async () => {
    await reported('slow', 9, 60)
    await reported('alive', 0, 60)
    const { documentId, signerId, userId, subscriptionId } = await waitingSigner()
    const accessMethod = 'USER_PASS'
    const attempt = { documentId, signerId, userId, certificateId: null, attemptKey: 'a', accessMethod } as const
    const at = new Date()
    const slow = { owner: 'slow', until: LONG }
    const attemptId = await signing.claim({ ...attempt, at }, slow)
    expect(await signing.releaseExpired(at)).toBe(1)
    expect(await signing.claim({ ...attempt, at }, { owner: 'alive', until: LONG })).toBeDefined()
    const outcome = await signing.complete({
      ...{ attemptId: attemptId!, documentId, subscriptionId, signerId, accessMethod, lease: slow },
      ...{ baseRevision: 1, baseLength: 1, length: 1, digest: Buffer.alloc(32), digests: undefined },
      object: { id: 'tail', stored: Promise.resolve() },
      ...{ signerName: 'Ana', legalId: '1', certificateSerial: '1', level: 'PAdES-BASELINE-T', at },
    })
    expect(outcome).toBe('lease-lost')
    expect(await stateOf(signerId)).toBe('signing')
  })

  test('gives back the tries of PINs that it had under way, and nobody takes more than five', async () => {
    const certificate = await certificateOf((await waitingSigner()).userId)
    const storeOf = (instance: string) =>
      new DatabaseCertificateStore(opened.db, { instance, owed: new OwedWrites(silent) })
    await reported('busy', 0, 60)
    const five = Array.from({ length: 8 }, () => storeOf('busy').reservePinTry(certificate))
    const taken = (await Promise.all(five)).filter((outcome) => typeof outcome === 'object')
    expect(taken).toHaveLength(5)
    expect(await storeOf('alive').reservePinTry(certificate)).toBe('all-reserved')
    await reported('busy', 9, 60)
    await reported('alive', 0, 60)
    expect(await storeOf('alive').reservePinTry(certificate)).toMatchObject({ tryId: expect.any(String) as string })
  })
})
