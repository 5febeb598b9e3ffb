import { afterAll, beforeAll, expect, inject, test } from 'vitest'
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

const query = (text: string, values: unknown[]) => scene.portal.server.database!.query(text, values)

async function verify() {
  const { server } = scene.portal
  const env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
  const { code, stdout } = await runCli(['audit', 'verify', '--json'], env)
  const { findings } = JSON.parse(stdout) as { findings: { documentId: string; sequence: number; problem: string }[] }
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
