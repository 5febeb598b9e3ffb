import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openScene, runCli, trySigning, type Scene } from '@rubrica/testing'

let scene: Scene
let document: { guid: string }
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const sent = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  document = sent
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => scene.portal.server.database!.query(text, values)

interface Finding {
  readonly documentId: string
  readonly sequence: number
  readonly problem: string
  readonly row?: string
}

async function verify() {
  const { server } = scene.portal
  const env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
  const { code, stdout } = await runCli(['audit', 'verify', '--json'], env)
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return { code, findings: findings.filter(({ documentId }) => documentId === document.guid) }
}

/** Damages the log, looks what the check says, and puts the damage right again. */
async function afterDamage(damage: string, repair: string) {
  await query(damage, [document.guid])
  const verdict = await verify()
  await query(repair, [document.guid])
  return verdict
}

test('the log tells of sending and signing, in order, and is whole', async () => {
  const rows = await query('select type from audit_events where document_id = $1 order by sequence', [document.guid])
  expect(rows.map(({ type }) => type)).toEqual([
    'document-sent',
    'signature-started',
    'document-signed',
    'document-completed',
  ])
  expect(await verify()).toEqual({ code: 0, findings: [] })
})

test('a changed event is named', async () => {
  const { code, findings } = await afterDamage(
    `update audit_events set canonical = replace(canonical, 'document-signed', 'document-signee') where document_id = $1`,
    `update audit_events set canonical = replace(canonical, 'document-signee', 'document-signed') where document_id = $1`,
  )
  expect(code).toBe(1)
  expect(findings).toEqual([{ documentId: document.guid, sequence: 3, problem: 'changed' }])
})

test('a removed event is named, in the middle and at the end', async () => {
  for (const sequence of [2, 4]) {
    await query(
      `create table kept_${sequence} as select * from audit_events where document_id = '${document.guid}' and sequence = ${sequence}`,
      [],
    )
    const { code, findings } = await afterDamage(
      `delete from audit_events where document_id = $1 and sequence = ${sequence}`,
      `insert into audit_events select * from kept_${sequence} where document_id = $1`,
    )
    expect(code).toBe(1)
    expect(findings).toContainEqual({ documentId: document.guid, sequence, problem: 'missing' })
  }
})

test('a personal value that was changed is named, one that was erased is not', async () => {
  const changed = await afterDamage(
    `update audit_personal_data set value = value || '!' where document_id = $1`,
    `update audit_personal_data set value = left(value, -1) where document_id = $1`,
  )
  expect(changed.findings.map(({ problem }) => problem)).toContain('personal-data-changed')
  await query('delete from audit_personal_data where document_id = $1', [document.guid])
  expect(await verify()).toEqual({ code: 0, findings: [] })
})

test('beside a server that writes to the log nothing false is said', async () => {
  const { ana } = scene.people
  let isOver = false
  const write = async () => {
    while (!isOver) await ana.call.downloadDocument({ params: { docGuid: document.guid } })
  }
  const sign = async () => {
    while (!isOver) {
      const { signers } = await scene.send({ signers: ['ana'] })
      expect(await trySigning(ana, signers[0]!.guid)).toBe(204)
    }
  }
  const atWork = [write(), write(), sign()]
  const { server } = scene.portal
  const env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
  try {
    for (let round = 0; round < 3; round++) {
      const { findings } = JSON.parse((await runCli(['audit', 'verify', '--json'], env)).stdout) as {
        findings: Finding[]
      }
      expect(findings).toEqual([])
    }
  } finally {
    isOver = true
    await Promise.all(atWork)
  }
})

test('the type, the moment and the subscription of an event are what it says itself', async () => {
  const other = crypto.randomUUID()
  await query(`insert into subscriptions select $1::uuid, $1, '', '', '', '', null, now()`, [other])
  const changed = [{ documentId: document.guid, sequence: 3, problem: 'changed' }]
  for (const [column, damage, repair] of [
    ['type', "'document-downloaded'", "'document-signed'"],
    ['at', "at - interval '1 hour'", "at + interval '1 hour'"],
    ['subscription_id', `'${other}'`, '(select subscription_id from documents where id = $1)'],
  ]) {
    const set = (value: string) =>
      `update audit_events set ${column} = ${value} where document_id = $1 and sequence = 3`
    expect(await afterDamage(set(damage!), set(repair!)), column).toEqual({ code: 1, findings: changed })
  }
})

test('when something last happened to a document is what its log says', async () => {
  const rows = await query(`
    select id, last_event_at, at from documents
      join audit_events on document_id = id and sequence = audit_sequence where last_event_at is distinct from at`)
  expect(rows).toEqual([])
  expect(await query('select type from audit_events where type = $1', ['signature-started'])).not.toEqual([])
})

describe('a row that is not as the events say is named', () => {
  let sent: Awaited<ReturnType<typeof scene.send>>
  let end: number
  beforeAll(async () => {
    sent = await scene.send({
      signers: ['ana', 'carla'],
      signer: { approvers: [{ userId: 'biel' }] },
    })
    const { biel, ana } = scene.people
    const waiting = await biel.call.pendingApprovals({ body: { Terms: { vidmobileuser: biel.userId } } })
    for (const { DocGuid, ApproverGuid: approverGuid } of waiting) {
      if (DocGuid !== sent.guid) continue
      await biel.call.approvalPages({ params: { approverGuid, page: '1' }, query: {} })
      await biel.call.acceptApproval({ params: { approverGuid } })
    }
    const page = await fetch(`${scene.portal.url}/api/documentrendered/${sent.guid}/remote/pages/1`, {
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect(page.status).toBe(200)
    expect(await trySigning(ana, sent.signers[0]!.guid)).toBe(204)
    const [row] = await query('select audit_sequence::int as sequence from documents where id = $1', [sent.guid])
    end = row!['sequence'] as number
    document = sent
  })

  const kinds: readonly [what: string, damage: string, repair: string, row: string][] = [
    [
      'a signer who has not signed',
      `update signers set state = 'signed' where document_id = $1 and ordinal = 1`,
      `update signers set state = 'pending' where document_id = $1 and ordinal = 1`,
      'signers',
    ],
    [
      'a signer who has signed',
      `update signers set state = 'pending' where document_id = $1 and ordinal = 0`,
      `update signers set state = 'signed' where document_id = $1 and ordinal = 0`,
      'signers',
    ],
    [
      'when they signed',
      `update signers set operated_at = operated_at - interval '1 day' where document_id = $1 and ordinal = 0`,
      `update signers set operated_at = operated_at + interval '1 day' where document_id = $1 and ordinal = 0`,
      'signers',
    ],
    [
      'how they had logged in',
      `update signers set access_method = 'SSO' where document_id = $1 and ordinal = 0`,
      `update signers set access_method = 'USER_PASS' where document_id = $1 and ordinal = 0`,
      'signers',
    ],
    [
      'a page that was served to who signed',
      `with gone as (delete from page_views using signers where signers.id = signer_id and document_id = $1 returning page_views.*)
       insert into kept_views select * from gone`,
      `insert into page_views select kept.* from kept_views as kept join signers on signers.id = signer_id and document_id = $1`,
      'page_views',
    ],
    [
      'a page that was served to who approved',
      `with gone as (delete from approver_page_views using approvers where approvers.id = approver_id and document_id = $1
         returning approver_page_views.*)
       insert into kept_approver_views select * from gone`,
      `insert into approver_page_views
       select kept.* from kept_approver_views as kept join approvers on approvers.id = approver_id and document_id = $1`,
      'approver_page_views',
    ],
    [
      'an approver who has not accepted',
      `update approvers set state = 'pending' where document_id = $1`,
      `update approvers set state = 'accepted' where document_id = $1`,
      'approvers',
    ],
    [
      'a revision that is not there',
      `with gone as (delete from revisions where document_id = $1 and number = 2 returning *)
       insert into kept_revisions select * from gone`,
      `insert into revisions select * from kept_revisions where document_id = $1`,
      'revisions',
    ],
    [
      'the digest of a signed revision',
      `update revisions set digest = sha256(digest) where document_id = $1 and number = 2`,
      `update revisions set digest = kept.digest from (select digest from revision_digests where document_id = $1) as kept where document_id = $1 and number = 2`,
      'revisions',
    ],
    [
      'the digest of what was sent',
      `update revisions set digest = sha256(digest) where document_id = $1 and number = 0`,
      `update revisions set digest = (select decode(canonical::jsonb -> 'facts' ->> 'intakeDigest', 'hex') from audit_events where document_id = $1 and sequence = 1) where document_id = $1 and number = 0`,
      'revisions',
    ],
    [
      'who signed a revision',
      `update revisions set signer_id = null where document_id = $1 and number = 2`,
      `update revisions set signer_id = (select id from signers where document_id = $1 and ordinal = 0) where document_id = $1 and number = 2`,
      'revisions',
    ],
    [
      'the state of the document',
      `update documents set state = 'completed' where id = $1`,
      `update documents set state = 'open' where id = $1`,
      'documents',
    ],
    [
      'the number of its pages',
      `update documents set page_count = page_count + 1 where id = $1`,
      `update documents set page_count = page_count - 1 where id = $1`,
      'documents',
    ],
    [
      'whose certificate signed',
      `update certificates set serial_number = serial_number || '0' where id = (
         select certificate_id from signing_attempts where document_id = $1 and state = 'signed')`,
      `update certificates set serial_number = left(serial_number, -1) where id = (
         select certificate_id from signing_attempts where document_id = $1 and state = 'signed')`,
      'signing_attempts',
    ],
    [
      'an attempt',
      `update signing_attempts set state = 'failed' where document_id = $1 and state = 'signed'`,
      `update signing_attempts set state = 'signed' where document_id = $1 and state = 'failed'`,
      'signing_attempts',
    ],
  ]

  test.each(kinds)('%s', async (_, damage, repair, table) => {
    await query('create table if not exists kept_revisions as select * from revisions limit 0')
    for (const name of ['', 'approver_'])
      await query(`create table if not exists kept_${name}views as select * from ${name}page_views limit 0`)
    await query(
      'create table if not exists revision_digests as select document_id, digest from revisions where number = 2',
    )
    await query('delete from kept_revisions')
    await query('delete from revision_digests')
    await query(
      'insert into revision_digests select document_id, digest from revisions where number = 2 and document_id = $1',
      [sent.guid],
    )
    const { code, findings } = await afterDamage(damage, repair)
    expect(code).toBe(1)
    const row = expect.stringMatching(new RegExp(`^${table}( |$)`)) as string
    expect(findings.length).toBeGreaterThan(0)
    expect(findings).toContainEqual({ documentId: sent.guid, sequence: end, problem: 'row-disagrees', row })
  })

  test('and none of those that are as they were', async () => {
    expect(await verify()).toEqual({ code: 0, findings: [] })
  })
})
