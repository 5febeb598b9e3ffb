/**
 * Approvers hold their signer back until all of them have accepted; whoever rejects ends the document for everybody.
 */
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { makePdf, trySigning, type Scene } from '@rubrica/testing'
import { approvalsScene, approvedBy, statusOf } from '../scenes/approvals-scene.ts'

const { accept, approvalOf, documentState, opened, query, reject, rejectAsSigner, search, statesOf } = approvalsScene()

let scene: Scene
beforeAll(() => {
  scene = opened()
})

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
    Remark: null,
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
      DemandedCertificateType: null,
      PassingOn: 'no',
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
  // Neither was served a page.
  const alike = { identifiedBy: 'password', pagesDigest: createHash('sha256').digest('hex') }
  expect(events.map(({ type, facts }) => [type, facts]).slice(1)).toEqual([
    ['document-approved', { approverId: biels, signerId, ...alike }],
    ['document-rejected', { approverId: carlas, signerId, ...alike }],
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
