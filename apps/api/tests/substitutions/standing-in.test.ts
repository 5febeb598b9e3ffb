/** A deputy acts for who is away, as themselves, and only on what is offered to them while it counts. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { openScene, runCli, verifyDocument, type DemoName, type Scene } from '@rubrica/testing'
import { codeOf, signaturesOf } from '../scenes/authorise-signing.ts'
import { dayFromNow, openStandingIn } from '../scenes/standing-in-scene.ts'

let scene: Scene
const { propose, accept, end, endAll, standIn, listOf, sign, reject, actingFor } = openStandingIn(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => endAll())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const toAna = (signer: object = {}, description: object = {}) => scene.send({ signers: ['ana'], signer, description })
const idOf = (who: DemoName) => scene.people[who].userId

async function factsOf(document: SentDocument, type: string): Promise<Record<string, unknown>> {
  const [row] = await query<{ canonical: string }>(
    'select canonical from audit_events where document_id = $1 and type = $2 order by sequence desc limit 1',
    [document.guid, type],
  )
  return (JSON.parse(row!.canonical) as { facts: Record<string, unknown> }).facts
}

describe('a signature of a deputy', () => {
  test('is theirs: their certificate and their name, and for whom; the row keeps the principal', async () => {
    const substitution = await standIn('ana', 'biel')
    const document = await toAna({ reason: 'Approved' })
    expect(await listOf('biel')).not.toContain(document.guid)
    expect(await listOf('biel', substitution)).toContain(document.guid)
    await sign('biel', document, { substitution })
    const [signer] = await query(
      'select user_id, acting_user_id, substitution_id, state from signers where document_id = $1',
      [document.guid],
    )
    expect(signer).toEqual({
      ...{ user_id: idOf('ana'), acting_user_id: idOf('biel'), substitution_id: substitution, state: 'signed' },
    })
    const pdf = Buffer.from(await scene.download(document)).toString('latin1')
    const [people] = await query<{ ana: string; biel: string }>(
      `select (select name from users where user_id = 'ana') as ana, (select name from users where user_id = 'biel') as biel`,
    )
    const text = (words: string) => Buffer.from(words, 'utf16le').swap16().toString('hex').toUpperCase()
    const reason = `on behalf of ${people!.ana}. Approved`
    expect([pdf.includes(`(${reason})`), pdf.toUpperCase().includes(text(reason))]).toContain(true)
    expect(await verifyDocument(scene, document)).toMatchObject({
      ...{ code: 0, integrity: 'intact' },
      signatures: [{ indication: 'TOTAL-PASSED', signer: expect.stringContaining(people!.biel) as unknown }],
    })
    expect(await factsOf(document, 'document-signed')).toMatchObject({ substitutionId: substitution })
  })

  test('is never made with a certificate of the principal, nor one of the principal with that of the deputy', async () => {
    const substitution = await standIn('ana', 'biel')
    const document = await toAna()
    expect(await codeOf(sign('biel', document, { substitution, as: 'ana' }))).toBe('CERTIFICATE_NOT_FOUND')
    expect(await codeOf(sign('ana', document, { as: 'biel' }))).toBe('CERTIFICATE_NOT_FOUND')
    expect(await signaturesOf(scene, document)).toBe(0)
    await sign('ana', document, {})
    expect(await factsOf(document, 'document-signed')).not.toHaveProperty('substitutionId')
  })

  test('and one of the principal at the same moment are one', async () => {
    const substitution = await standIn('ana', 'biel')
    for (let round = 0; round < 5; round++) {
      const document = await toAna()
      const outcomes = await Promise.all([
        codeOf(sign('ana', document, {})),
        codeOf(sign('biel', document, { substitution })),
      ])
      expect(outcomes.toSorted()).toEqual(['DOCUMENT_NO_LONGER_AVAILABLE', 'NONE'])
      expect(await signaturesOf(scene, document)).toBe(1)
      const [signer] = await query<{ acting_user_id: string | null }>(
        'select acting_user_id from signers where document_id = $1',
        [document.guid],
      )
      expect(signer!.acting_user_id).toBe(outcomes[0] === 'NONE' ? null : idOf('biel'))
    }
  })

  test('asks for pages that the deputy has read, whatever the principal has', async () => {
    const substitution = await standIn('ana', 'biel')
    const document = await toAna({ readAll: true })
    const read = (who: DemoName, acting?: string) =>
      scene.people[who].call.renderedDocument({
        params: { docGuid: document.guid, page: '1' },
        ...actingFor(acting),
      })
    await read('ana')
    expect(await codeOf(sign('biel', document, { substitution }))).toBe('READ_ALL_PENDING')
    await read('biel', substitution)
    await sign('biel', document, { substitution })
  })

  test('agrees with what the log says, for whoever audits it', async () => {
    const substitution = await standIn('ana', 'biel')
    const document = await toAna()
    await scene.people.ana.call.renderedDocument({
      params: { docGuid: document.guid, page: '1' },
    })
    await sign('biel', document, { substitution })
    const { server } = scene.portal
    const { code, stdout } = await runCli(['audit', 'verify', '--json'], {
      DATABASE_URL: server.database!.url,
      DATA_DIR: server.dataDir,
    })
    expect({ code, stdout }).toMatchObject({ code: 0 })
  })
})

describe('it counts', () => {
  const refused = 'NOT_A_DEPUTY'
  const attempt = async (substitution: string) => codeOf(sign('biel', await toAna(), { substitution }))

  test('once the deputy has accepted', async () => {
    const substitution = await propose('ana', 'biel')
    expect(await attempt(substitution)).toBe(refused)
    expect(await codeOf(accept('carla', substitution))).toBe('NOT_FOUND')
    await accept('biel', substitution)
    expect(await codeOf(accept('biel', substitution))).toBe('SUBSTITUTION_OVER')
    expect(await attempt(substitution)).toBe('NONE')
  })

  test('from its first day until the end of its last', async () => {
    const later = await standIn('ana', 'biel', { from: dayFromNow(1) })
    expect(await attempt(later)).toBe(refused)
    const now = await standIn('ana', 'biel')
    await query(`update substitutions set begins_at = now() - interval '2 days', ends_at = now() where id = $1`, [now])
    expect(await attempt(now)).toBe(refused)
  })

  test('until either of the two ends it', async () => {
    for (const who of ['ana', 'biel'] as const) {
      const substitution = await standIn('ana', 'biel')
      expect(await codeOf(end('carla', substitution))).toBe('NOT_FOUND')
      await end(who, substitution)
      expect(await attempt(substitution)).toBe(refused)
      expect(await codeOf(end(who, substitution))).toBe('SUBSTITUTION_OVER')
    }
  })

  test('for the deputy alone', async () => {
    const substitution = await standIn('ana', 'biel')
    const document = await toAna()
    expect(await codeOf(sign('carla', document, { substitution }))).toBe(refused)
    expect(await codeOf(sign('biel', document, { substitution: 'nonsense' }))).toBe(refused)
    // What is about whoever asks stays about them.
    const own = await scene.people.biel.call.user({ ...actingFor(substitution) })
    expect(own.userid).toBe('biel')
  })

  test('for documents with the tags and from the senders that were named, and for no others', async () => {
    const legal = await toAna({}, { senderName: 'Àrea jurídica', tags: ['Contracts'] })
    const other = await toAna({}, { senderName: 'Human resources', tags: ['Contracts'] })
    const untagged = await toAna({}, { senderName: 'Àrea jurídica', tags: ['Invoices'] })
    const substitution = await standIn('ana', 'biel', {
      tags: ['contracts'],
      senders: ['ÀREA JURÍDICA', 'Treasury'],
    })
    expect(await listOf('biel', substitution)).toEqual([legal.guid])
    expect(await codeOf(sign('biel', legal, { substitution }))).toBe('NONE')
    for (const document of [other, untagged])
      expect(await codeOf(sign('biel', document, { substitution }))).toBe('NOT_FOUND')
  })

  test('not for what an assistant would decide, who sees it', async () => {
    const substitution = await standIn('ana', 'biel', { kind: 'assistant' })
    const document = await toAna()
    expect(await listOf('biel', substitution)).toContain(document.guid)
    expect(await codeOf(sign('biel', document, { substitution }))).toBe(refused)
    expect(await codeOf(reject('biel', document, substitution))).toBe(refused)
  })
})

describe('a rejection and a decision of an approver', () => {
  test('are the deputy’s, in the name of the principal', async () => {
    const substitution = await standIn('ana', 'biel')
    const document = await toAna()
    await reject('biel', document, substitution)
    const judged = await scene.send({ signers: ['carla'], signer: { approvers: [{ userId: 'ana' }] } })
    const asked = { body: { Terms: { vidmobileuser: idOf('biel') } }, ...actingFor(substitution) }
    const found = await scene.people.biel.call.pendingApprovals(asked)
    const { ApproverGuid: approverGuid } = found.find(({ DocGuid }) => DocGuid === judged.guid)!
    await scene.people.biel.call.acceptApproval({ params: { approverGuid }, ...actingFor(substitution) })
    for (const [table, guid] of [
      ['signers', document.guid],
      ['approvers', judged.guid],
    ] as const) {
      const [row] = await query(
        `select user_id, acting_user_id, substitution_id from ${table} where document_id = $1`,
        [guid],
      )
      expect(row).toEqual({ user_id: idOf('ana'), acting_user_id: idOf('biel'), substitution_id: substitution })
    }
    expect(await factsOf(document, 'document-rejected')).toMatchObject({ substitutionId: substitution })
    expect(await factsOf(judged, 'document-approved')).toMatchObject({ substitutionId: substitution })
  })

  test('are not offered to who signs the document', async () => {
    const substitution = await standIn('ana', 'biel')
    const own = await scene.send({ signers: ['biel'], signer: { approvers: [{ userId: 'ana' }] } })
    const asked = { body: { Terms: { vidmobileuser: idOf('biel') } }, ...actingFor(substitution) }
    await scene.send({ signers: ['carla'], signer: { approvers: [{ userId: 'ana' }] } })
    const found = await scene.people.biel.call.pendingApprovals(asked)
    expect(found.map(({ DocGuid }) => DocGuid)).not.toContain(own.guid)
    const [approver] = await query<{ id: string }>('select id from approvers where document_id = $1', [own.guid])
    const decide = { params: { approverGuid: approver!.id }, ...actingFor(substitution) }
    expect(await codeOf(scene.people.biel.call.acceptApproval(decide))).toBe('NOT_FOUND')
  })
})

test('each of the two is told by mail what the other has done', async () => {
  const told = async (substitution: string) => {
    const rows = await query<{ user_id: string; change: string }>(
      `select user_id, data->>'change' as change from pgboss.job join users on users.id::text = data->>'userId'
       where job.name = 'tell-substitution' and data->>'substitutionId' = $1 order by created_on`,
      [substitution],
    )
    return rows.map(({ user_id: who, change }) => `${who} ${change}`)
  }
  const accepted = await standIn('ana', 'biel')
  await end('biel', accepted)
  expect(await told(accepted)).toEqual(['biel asked', 'ana accepted', 'ana ended'])
  const declined = await propose('ana', 'biel')
  await end('biel', declined)
  expect(await told(declined)).toEqual(['biel asked', 'ana declined'])
  const takenBack = await propose('ana', 'biel')
  await end('ana', takenBack)
  expect(await told(takenBack)).toEqual(['biel asked', 'biel ended'])
})

describe('a deputy', () => {
  test('is a colleague, by user name or address, and nobody else', async () => {
    const propose = (Deputy: string) =>
      codeOf(
        scene.people.ana.call.proposeSubstitution({
          body: {
            ...{ Deputy, Kind: 'delegation', Formula: 'p. o.', Tags: [] },
            ...{ From: dayFromNow(0), Until: dayFromNow(1), TimeZone: 'Europe/Madrid' },
          },
        }),
      )
    const [biel] = await query<{ email: string }>(`select email from users where user_id = 'biel'`)
    expect(await propose(biel!.email.toUpperCase())).toBe('NONE')
    for (const nobody of ['ana', 'nobody', 'biel@elsewhere.example']) {
      expect(await propose(nobody)).toBe('DEPUTY_UNKNOWN')
    }
    // Nobody knows who of the two is meant.
    await query(`update users set email = $1, email_is_known = true where user_id = 'carla'`, [biel!.email])
    expect(await propose(biel!.email)).toBe('DEPUTY_UNKNOWN')
    expect(await propose('biel')).toBe('NONE')
  })

  test('who is away then is none: there is no chain, and no circle, however both accept', async () => {
    const circle = [await propose('ana', 'biel'), await propose('biel', 'ana')] as const
    const outcomes = await Promise.all([codeOf(accept('biel', circle[0])), codeOf(accept('ana', circle[1]))])
    expect(outcomes.toSorted()).toEqual(['DEPUTY_AWAY', 'NONE'])
    await endAll()
    await standIn('biel', 'carla')
    expect(await codeOf(propose('ana', 'biel'))).toBe('DEPUTY_AWAY')
    expect(await codeOf(propose('ana', 'biel', { from: dayFromNow(10), until: dayFromNow(12) }))).toBe('NONE')
    expect(await codeOf(propose('ana', 'biel', { kind: 'assistant' }))).toBe('NONE')
  })
})
