/**
 * Approvers hold their signer back until all of them have accepted; whoever rejects ends the document for everybody.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { makePdf, openScene, trySigning, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await query(`update documents set state = 'cancelled'`)
  await query(`update signers set state = 'cancelled'`)
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const search = (who: DemoName, vidmobileuser = scene.people[who].userId) =>
  scene.people[who].call.pendingApprovals({ body: { Terms: { vidmobileuser } } })

/** The approval of a person for a document. */
async function approvalOf(who: DemoName, { guid }: SentDocument): Promise<string> {
  return (await search(who)).find(({ DocGuid }) => DocGuid === guid)!.ApproverGuid
}

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 204,
    (error: { status?: number }) => error.status ?? 0,
  )

const accept = (who: DemoName, approverGuid: string) =>
  statusOf(scene.people[who].call.acceptApproval({ params: { approverGuid } }))

const reject = (who: DemoName, approverGuid: string, reason = 'Wrong annex') =>
  statusOf(scene.people[who].call.rejectApproval({ params: { approverGuid }, body: { RejectedReason: reason } }))

const rejectAsSigner = (who: DemoName, signerGuid: string) =>
  statusOf(
    scene.people[who].call.rejectDocument({
      params: { signerGuid },
      body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
    }),
  )

const statesOf = async (table: 'signers' | 'approvers', { guid }: SentDocument) =>
  (await query<{ state: string }>(`select state from ${table} where document_id = $1 order by state`, [guid])).map(
    ({ state }) => state,
  )

const documentState = async ({ guid }: SentDocument) =>
  (await query<{ state: string }>('select state from documents where id = $1', [guid]))[0]!.state

/** Who is to be told by mail that the document waits for them. */
const notifiedOf = async ({ signers }: SentDocument) =>
  (
    await query<{ id: string }>(
      `select data->>'signerId' as id from pgboss.job where name = 'tell-signer' and data->>'signerId' = any($1)`,
      [signers.map(({ guid }) => guid)],
    )
  ).map(({ id }) => id)

const approvedBy = (...userIds: string[]) => ({ approvers: userIds.map((userId) => ({ userId })) })

const eventsOf = async ({ guid }: SentDocument) =>
  (
    await query<{ canonical: string }>('select canonical from audit_events where document_id = $1 order by sequence', [
      guid,
    ])
  ).map(({ canonical }) => JSON.parse(canonical) as { type: string; facts: Record<string, unknown> })

test('a pending approval tells of its document and of the signer it holds back', async () => {
  const { certificateId: certificate } = scene.people.ana
  const sent = await scene.send({
    signers: ['ana'],
    signer: { ...approvedBy('biel'), reason: 'Yearly', readAll: true, certificate },
    description: { fileName: 'told.pdf', tags: ['x', 'y z'], senderName: 'Acme', description: 'Words' },
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
  })
  const signer = sent.signers[0]!.guid
  const found = (await search('biel')).find(({ DocGuid }) => DocGuid === sent.guid)!
  expect(found).toEqual({
    ApproverGuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    DocGuid: sent.guid,
    FileName: 'told.pdf',
    SignerName: found.SignerDTO.SignerName,
    UploadTime: sent.uploadedAt,
    Tag: 'x,y z',
    Description: 'Words',
    Deadline: null,
    Integrity: null,
    SenderName: 'Acme',
    SignerDTO: {
      SignerGUID: signer,
      SignerGUI: signer,
      SignerName: expect.stringContaining('Ana') as unknown,
      SignatureReason: 'Yearly',
      TypeOfID: expect.any(String) as unknown,
      ReadAll: true,
      HasAttachment: true,
      DisclaimerInfo: { Display: false },
      CentralizedCertificateInfo: { Guid: certificate, Alias: expect.any(String) as unknown },
    },
  })
  expect(await accept('biel', found.ApproverGuid)).toBe(204)
})

test('the search answers a list by file name, for the person of the token only, and 404 when it is empty', async () => {
  for (const fileName of ['beta.pdf', 'alfa.pdf']) {
    await scene.send({ signers: ['ana'], signer: approvedBy('carla'), description: { fileName } })
  }
  expect((await search('carla')).map(({ FileName }) => FileName)).toEqual(['alfa.pdf', 'beta.pdf'])
  expect(await search('carla', scene.people.carla.userId.toUpperCase())).toHaveLength(2)
  const nothing = { status: 404, code: 'NO_PENDING_APPROVALS' }
  await expect(search('biel', scene.people.carla.userId)).rejects.toMatchObject(nothing)
  for (const { ApproverGuid } of await search('carla')) expect(await accept('carla', ApproverGuid)).toBe(204)
  await expect(search('carla')).rejects.toMatchObject(nothing)
})

test.each([{}, { Terms: {} }, { Terms: { vidmobileuser: 'ana' } }, { Terms: [] }, { Terms: null }])(
  'the search %j is refused with 400',
  async (body) => {
    const answer = await fetch(`${scene.portal.url}/api/approvaldocuments/searches/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.people.ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ Code: 'VALIDATION_FAILED' })
  },
)

test('what an approver rejected never comes to its signer: pages, words, file, attachments and terms stay away', async () => {
  const sent = await scene.send({
    signers: ['ana'],
    signer: { ...approvedBy('biel'), disclaimer: { title: 'Terms', text: 'Secret' } },
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
  })
  const signerGuid = sent.signers[0]!.guid
  const approval = await approvalOf('biel', sent)
  const { call } = scene.people.ana
  const page = { docGuid: sent.guid, page: '1' }
  const look = () =>
    Promise.all(
      [
        call.documentInfo({ params: page }),
        call.renderedDocument({ params: page }),
        call.pageText({ params: page }),
        call.downloadDocument({ params: page }),
        call.disclaimerText({ params: { signerGuid, kind: 'SIGNATURE_MULTIPOSITION_SIMPLE', lang: 'en' } }),
        call.attachments({ params: { signerGuid } }),
      ].map(statusOf),
    )
  const unseen = [404, 404, 404, 404, 404, 403]
  expect(await look()).toEqual(unseen)
  expect(await reject('biel', approval)).toBe(204)
  expect(await look()).toEqual(unseen)
  expect([await trySigning(scene.people.ana, signerGuid), await rejectAsSigner('ana', signerGuid)]).toEqual([404, 404])
})

test('a signer sees nothing of a document until all of their approvers have accepted, then is told of it', async () => {
  const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel', 'carla') })
  const [{ guid: signerGuid }] = sent.signers as [SentDocument['signers'][number]]
  const info = () => statusOf(scene.people.ana.call.documentInfo({ params: { docGuid: sent.guid } }))
  expect(await accept('biel', await approvalOf('biel', sent))).toBe(204)
  expect([await info(), await trySigning(scene.people.ana, signerGuid)]).toEqual([404, 404])
  expect([await statesOf('signers', sent), await notifiedOf(sent)]).toEqual([['waiting'], []])
  expect(await accept('carla', await approvalOf('carla', sent))).toBe(204)
  expect([await statesOf('signers', sent), await notifiedOf(sent)]).toEqual([['pending'], [signerGuid]])
  expect([await info(), await trySigning(scene.people.ana, signerGuid)]).toEqual([204, 204])
  expect(await documentState(sent)).toBe('completed')
})

test('in parallel, approvers hold back their own signer and nobody else', async () => {
  const signers = [{ userId: 'ana', ...approvedBy('carla') }, { userId: 'biel' }]
  const sent = await scene.send({ signers: [], description: { signers } })
  expect(await statesOf('signers', sent)).toEqual(['pending', 'waiting'])
  expect(await trySigning(scene.people.biel, sent.signers[1]!.guid)).toBe(204)
  expect(await statesOf('signers', sent)).toEqual(['signed', 'waiting'])
  expect(await accept('carla', await approvalOf('carla', sent))).toBe(204)
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
})

test.each(['before', 'after'] as const)(
  'in a sequence, a signer whose approver accepts %s the signature of the one before is called when both are there',
  async (when) => {
    const signers = [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }]
    const sent = await scene.send({ signers: [], description: { order: 'sequential', signers } })
    const accepting = async () => expect(await accept('carla', await approvalOf('carla', sent))).toBe(204)
    const signing = async () => expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    const [first, second] = when === 'before' ? [accepting, signing] : [signing, accepting]
    await first()
    expect(await statesOf('signers', sent)).toEqual(when === 'before' ? ['pending', 'waiting'] : ['signed', 'waiting'])
    expect(await notifiedOf(sent)).not.toContain(sent.signers[1]!.guid)
    await second()
    expect(await statesOf('signers', sent)).toEqual(['pending', 'signed'])
    expect(await notifiedOf(sent)).toContain(sent.signers[1]!.guid)
  },
)

test('a stage is called when everybody of the one before has signed, and not while one of them has not', async () => {
  const signers = [
    { userId: 'ana', stage: 1 },
    { userId: 'biel', stage: 1 },
    { userId: 'carla', stage: 2, ...approvedBy('ana') },
  ]
  const sent = await scene.send({ signers: [], description: { signers } })
  const stateOfLast = async () =>
    (await query<{ state: string }>('select state from signers where id = $1', [sent.signers[2]!.guid]))[0]!.state
  expect(await accept('ana', await approvalOf('ana', sent))).toBe(204)
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  expect([await stateOfLast(), (await notifiedOf(sent)).includes(sent.signers[2]!.guid)]).toEqual(['waiting', false])
  expect(await trySigning(scene.people.carla, sent.signers[2]!.guid)).toBe(404)
  expect(await trySigning(scene.people.biel, sent.signers[1]!.guid)).toBe(204)
  expect([await stateOfLast(), (await notifiedOf(sent)).includes(sent.signers[2]!.guid)]).toEqual(['pending', true])
  expect(await trySigning(scene.people.carla, sent.signers[2]!.guid)).toBe(204)
  expect(await documentState(sent)).toBe('completed')
})

test('a sequence whose first signer has approvers begins with them', async () => {
  const signers = [{ userId: 'ana', ...approvedBy('carla') }, { userId: 'biel' }]
  const sent = await scene.send({ signers: [], description: { order: 'sequential', signers } })
  expect(await statesOf('signers', sent)).toEqual(['waiting', 'waiting'])
  expect(await accept('carla', await approvalOf('carla', sent))).toBe(204)
  const rows = await query('select state from signers where document_id = $1 order by ordinal', [sent.guid])
  expect(rows).toEqual([{ state: 'pending' }, { state: 'waiting' }])
})

test('an approver may be the signer too, and one person may approve for two signers', async () => {
  const signers = [
    { userId: 'ana', ...approvedBy('ana') },
    { userId: 'biel', ...approvedBy('ana') },
  ]
  const sent = await scene.send({ signers: [], description: { signers } })
  const mine = (await search('ana')).filter(({ DocGuid }) => DocGuid === sent.guid)
  expect(mine.map(({ SignerDTO }) => SignerDTO.SignerGUI).toSorted()).toEqual(
    sent.signers.map(({ guid }) => guid).toSorted(),
  )
  for (const { ApproverGuid } of mine) expect(await accept('ana', ApproverGuid)).toBe(204)
  expect(await statesOf('signers', sent)).toEqual(['pending', 'pending'])
})

test('an approver reads pages, text and info of the document without being its signer', async () => {
  const sent = await scene.send({
    signers: ['ana'],
    signer: { ...approvedBy('biel'), readAll: true },
    pdf: makePdf({ text: 'Clause', pages: 2 }),
  })
  const approverGuid = await approvalOf('biel', sent)
  const { call, token } = scene.people.biel
  const ask = (known?: string) =>
    fetch(`${scene.portal.url}/api/approvaldocuments/${approverGuid}/documentrendered/pages/1?count=2`, {
      headers: { authorization: `Bearer ${token}`, ...(known && { 'if-none-match': known }) },
    })
  const pages = await ask()
  expect(await pages.clone().json()).toMatchObject({ NumberOfPages: 2, NextPage: -1 })
  expect(((await pages.json()) as { DocPageRendered: string[] }).DocPageRendered).toHaveLength(2)
  expect((await ask(pages.headers.get('etag')!)).status).toBe(304)
  expect(await call.approvalPageText({ params: { approverGuid, page: '2' } })).toMatchObject({
    Text: 'Clause, page 2',
    Lines: [{ Text: 'Clause, page 2' }],
  })
  const info = await call.approvalInfo({ params: { approverGuid } })
  expect(info).toMatchObject({ UploadTime: sent.uploadedAt, Signers: [{ SignatureStatus: 'Unsigned' }] })
  expect(info.Signers[0]!.Approvers).toEqual([
    {
      Email: expect.stringContaining('@') as unknown,
      LegalId: expect.any(String) as unknown,
      Name: expect.stringContaining('Biel') as unknown,
    },
  ])
  await expect(call.approvalPages({ params: { approverGuid, page: '3' } })).rejects.toMatchObject({
    status: 404,
    code: 'PAGE_NOT_FOUND',
  })
  await expect(call.documentInfo({ params: { docGuid: sent.guid } })).rejects.toMatchObject({ status: 404 })
  // What an approver saw does not count as read by the signer.
  expect(await query('select 1 from page_views where signer_id = $1', [sent.signers[0]!.guid])).toEqual([])
  expect(await accept('biel', approverGuid)).toBe(204)
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(422)
})

test('an approval of somebody else is answered word for word like one that does not exist', async () => {
  const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel') })
  const approverGuid = await approvalOf('biel', sent)
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${scene.portal.url}/api${path}`, {
      method: path.includes('ed/pages') || path.endsWith('info') ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${scene.people.carla.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
    return [answer.status, (await answer.text()).replaceAll(path, '')]
  }
  const questions: [(id: string) => string, object?][] = [
    [(id) => `/approvaldocuments/${id}/documentrendered/pages/1`],
    [(id) => `/approvaldocuments/${id}/documentrendered/pages/1/text`],
    [(id) => `/approvaldocuments/${id}/documentinfo`],
    [(id) => `/approvaldocuments/${id}/accepted`],
    [(id) => `/approvaldocuments/${id}/rejected`, { RejectedReason: 'No' }],
  ]
  for (const [path, body] of questions) {
    const others = await ask(path(approverGuid), body)
    expect(others, path(approverGuid)).toEqual(await ask(path(crypto.randomUUID()), body))
    expect(others[0]).toBe(404)
  }
  expect(await statesOf('approvers', sent)).toEqual(['pending'])
})

test('what was decided is 409 for every further decision and for document info, and leaves the list', async () => {
  const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel') })
  const approverGuid = await approvalOf('biel', sent)
  expect(await accept('biel', approverGuid)).toBe(204)
  expect([await accept('biel', approverGuid), await reject('biel', approverGuid)]).toEqual([409, 409])
  await expect(scene.people.biel.call.approvalInfo({ params: { approverGuid } })).rejects.toMatchObject({
    status: 409,
    code: 'DOCUMENT_NO_LONGER_AVAILABLE',
  })
  await expect(approvalOf('biel', sent)).rejects.toThrow()
})

test('an approver sees what they can decide about and what they have decided, and nothing that ended without them', async () => {
  const sent = await scene.send({
    signers: ['ana'],
    signer: approvedBy('biel', 'carla'),
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
  })
  const [biels, carlas] = [await approvalOf('biel', sent), await approvalOf('carla', sent)]
  const look = (name: DemoName, approverGuid: string) => {
    const { call } = scene.people[name]
    const page = { approverGuid, page: '1' }
    return Promise.all(
      [
        call.approvalPages({ params: page }),
        call.approvalPageText({ params: page }),
        call.approvalSignatures({ params: { approverGuid } }),
        call.approvalRevisionPage({ params: { ...page, revision: '1' } }),
        call.attachments({ params: { signerGuid: sent.signers[0]!.guid } }),
      ].map(statusOf),
    )
  }
  const seen = [204, 204, 204, 204, 204]
  const over = [409, 409, 409, 409, 403]
  expect(await look('biel', biels)).toEqual(seen)
  expect(await accept('biel', biels)).toBe(204)
  expect([await look('biel', biels), await look('carla', carlas)]).toEqual([seen, seen])
  const setDeadline = (deadline: string | null) =>
    query('update documents set deadline = $2 where id = $1', [sent.guid, deadline])
  // A deadline counts at once, whenever it is swept up.
  await setDeadline('2020-01-01T00:00:00Z')
  expect([await look('biel', biels), await look('carla', carlas)]).toEqual([seen, over])
  await setDeadline(null)
  expect(await reject('carla', carlas)).toBe(204)
  expect([await look('biel', biels), await look('carla', carlas)]).toEqual([seen, seen])
  const [lost] = [await scene.send({ signers: ['ana'], signer: approvedBy('biel', 'carla') })]
  const ended = await approvalOf('carla', lost)
  expect(await reject('biel', await approvalOf('biel', lost))).toBe(204)
  expect((await look('carla', ended)).slice(0, 3)).toEqual(over.slice(0, 3))
})

test('the rejection of an approver ends the document for everybody, and its reason is kept', async () => {
  const signers = [{ userId: 'ana', ...approvedBy('biel', 'carla') }, { userId: 'biel' }]
  const sent = await scene.send({ signers: [], description: { signers } })
  const [biels, carlas] = [await approvalOf('biel', sent), await approvalOf('carla', sent)]
  expect(await reject('biel', biels, '  Missing annex  ')).toBe(204)
  expect([await documentState(sent), await statesOf('signers', sent), await statesOf('approvers', sent)]).toEqual([
    'rejected',
    ['cancelled', 'cancelled'],
    ['cancelled', 'rejected'],
  ])
  expect([await accept('carla', carlas), await reject('carla', carlas)]).toEqual([409, 409])
  expect(await rejectAsSigner('biel', sent.signers[1]!.guid)).toBe(409)
  expect(await trySigning(scene.people.biel, sent.signers[1]!.guid)).toBe(409)
  const [reason] = await query('select rejection_reason from approvers where id = $1', [biels])
  expect(reason).toEqual({ rejection_reason: 'Missing annex' })
})

test('the rejection of a signer ends the approvals of the others', async () => {
  const signers = [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }]
  const sent = await scene.send({ signers: [], description: { signers } })
  const approverGuid = await approvalOf('carla', sent)
  expect(await rejectAsSigner('ana', sent.signers[0]!.guid)).toBe(204)
  expect(await accept('carla', approverGuid)).toBe(409)
  expect(await statesOf('approvers', sent)).toEqual(['cancelled'])
})

test('approving and rejecting are noted in the log of the document, without the person’s words in clear', async () => {
  const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel', 'carla') })
  const [biels, carlas] = [await approvalOf('biel', sent), await approvalOf('carla', sent)]
  await accept('biel', biels)
  await reject('carla', carlas, 'Confidential words')
  const signerId = sent.signers[0]!.guid
  const events = await eventsOf(sent)
  expect(events.map(({ type, facts }) => [type, facts]).slice(1)).toEqual([
    ['document-approved', { approverId: biels, signerId }],
    ['document-rejected', { approverId: carlas, signerId }],
  ])
  expect(JSON.stringify(events)).not.toContain('Confidential words')
  const kept = await query<{ value: string }>('select value from audit_personal_data where document_id = $1', [
    sent.guid,
  ])
  expect(kept.map(({ value }) => value)).toContain('Confidential words')
})

test('past its deadline a document is over for approvers and signers at once, before it is swept up', async () => {
  const signers = [{ userId: 'ana', ...approvedBy('biel') }, { userId: 'carla' }]
  const deadline = '2099-01-01T00:00:00Z'
  const sent = await scene.send({ signers: [], description: { signers, deadline } })
  const approverGuid = await approvalOf('biel', sent)
  await query(`update documents set deadline = now() - interval '1 millisecond' where id = $1`, [sent.guid])
  expect([await accept('biel', approverGuid), await reject('biel', approverGuid)]).toEqual([409, 409])
  expect(await statusOf(scene.people.biel.call.approvalInfo({ params: { approverGuid } }))).toBe(409)
  await expect(approvalOf('biel', sent)).rejects.toThrow()
  expect(await rejectAsSigner('carla', sent.signers[1]!.guid)).toBe(409)
  expect(await statusOf(scene.people.carla.call.documentInfo({ params: { docGuid: sent.guid } }))).toBe(409)
})

test.each([
  ['', 400],
  ['   ', 400],
  ['x'.repeat(451), 400],
  ['x'.repeat(450), 204],
  [` ${'é'.repeat(450)} `, 204],
  ['a\u0000b', 400],
  ['\u202eexe.fdp <b>🙂', 204],
])('a rejection of an approver with a reason like %j is answered %i', async (reason, status) => {
  const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel') })
  expect(await reject('biel', await approvalOf('biel', sent), reason)).toBe(status)
})
