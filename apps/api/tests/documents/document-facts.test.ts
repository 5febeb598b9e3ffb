/** What a person is told of a document: its row, its signers, its bytes; and nothing of somebody else's. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, trySigning, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** The row of a document in the list of a person. */
async function rowOf(who: DemoName, fileName: string) {
  const { List } = await scene.people[who].call.pendingDocuments({ query: { FileName: fileName } })
  expect(List).toHaveLength(1)
  return List[0]!
}

const infoOf = (who: DemoName, docGuid: string) => scene.people[who].call.documentInfo({ params: { docGuid } })
const box = (page: number) => ({ page, x: 50, y: 50, width: 200, height: 60 })

test('a row carries what its sender gave, and nothing it did not give', async () => {
  const { certificateId: certificate, call, legalId } = scene.people.ana
  const { guid, uploadedAt, signers } = await scene.send({
    signers: ['ana'],
    signer: { reason: 'Yearly', readAll: true, certificate },
    description: { fileName: 'full-row.pdf', tags: ['x', 'y z'], senderName: 'Acme', description: 'Words' },
  })
  const [own] = await call.certificates({ params: { legalid: legalId } })
  const [person] = await query<{ name: string }>(`select name from users where user_id = 'ana'`)
  const signerGuid = signers[0]!.guid
  const row = await rowOf('ana', 'full-row.pdf')
  expect(row).toEqual({
    DocGUI: guid,
    FileName: 'full-row.pdf',
    UploadTime: uploadedAt,
    Tag: 'x,y z',
    SenderName: 'Acme',
    Description: 'Words',
    PrivateMessage: '',
    Deadline: null,
    Integrity: null,
    Remark: null,
    SignerDTO: {
      SignerGUID: signerGuid,
      SignerGUI: signerGuid,
      SignerName: person!.name,
      SignatureReason: 'Yearly',
      TypeOfID: expect.any(String) as unknown,
      ReadAll: true,
      HasAttachment: false,
      DisclaimerInfo: { Display: false },
      CentralizedCertificateInfo: { Guid: certificate, Alias: own!.certalias },
      DemandedCertificateType: null,
      PassingOn: 'no',
    },
  })
  const deadline = new Date(Date.now() + 86_400_000).toISOString()
  await scene.send({ signers: ['ana'], description: { fileName: 'bare-row.pdf', deadline } })
  expect(await rowOf('ana', 'bare-row.pdf')).toMatchObject({
    Tag: '',
    SenderName: '',
    Description: '',
    Deadline: deadline,
    SignerDTO: { SignatureReason: null, ReadAll: false, CentralizedCertificateInfo: null },
  })
})

test('TypeOfID is the kind of legal id of the user', async () => {
  await scene.send({ signers: ['biel'], description: { fileName: 'kind-of-id.pdf' } })
  for (const kind of ['NIE', 'passport']) {
    await query(`update users set legal_id_type = $1 where user_id = 'biel'`, [kind])
    expect((await rowOf('biel', 'kind-of-id.pdf')).SignerDTO.TypeOfID).toBe(kind)
  }
})

test.each([
  ['nothing', {}, false],
  ['one position', { positions: [box(1)] }, false],
  ['a disclaimer', { disclaimer: { title: 'Terms', text: 'I have read them' } }, true],
  ['more than one position', { positions: [box(1), box(2)] }, true],
])('DisclaimerInfo.Display of a signer with %s is as the specification reads', async (what, signer, display) => {
  const fileName = `disclaimer ${what}.pdf`
  await scene.send({ signers: ['ana'], signer, pdf: makePdf({ pages: 2 }), description: { fileName } })
  expect((await rowOf('ana', fileName)).SignerDTO.DisclaimerInfo).toEqual({ Display: display })
})

test('a Count that the caller says is never trusted', async () => {
  const { call } = scene.people.ana
  const { Count, TotalPages } = await call.pendingDocuments({ query: {} })
  for (const told of ['0', '1', '999999999']) {
    expect(await call.pendingDocuments({ query: { Count: told } })).toMatchObject({ Count, TotalPages })
  }
})

test('document info tells of each signer when it was sent and signed, and its status', async () => {
  const { guid, uploadedAt, signers } = await scene.send({ signers: ['ana', 'biel', 'carla'] })
  const [first, second, third] = signers.map((signer) => signer.guid)
  expect(await trySigning(scene.people.ana, first!)).toBe(204)
  await query(`update signers set state = 'cancelled' where id = $1`, [third])
  const info = await infoOf('biel', guid)
  expect(info.UploadTime).toBe(uploadedAt)
  expect(info.Signers.map(({ GUID, SignatureStatus }) => [GUID, SignatureStatus])).toEqual([
    [first, 'Signed'],
    [second, 'Unsigned'],
    [third, null],
  ])
  expect(info.Signers[0]!.OperationTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
  expect(info.Signers[1]).toMatchObject({ UploadTime: uploadedAt, OperationTime: '' })
})

test('the delivery date of a later signer is when the document reached them, and empty until then', async () => {
  const inOrder = { order: 'sequential', fileName: 'one after the other.pdf' }
  const { guid, uploadedAt, signers } = await scene.send({ signers: ['ana', 'biel'], description: inOrder })
  const delivered = async (who: DemoName, docGuid: string) =>
    (await infoOf(who, docGuid)).Signers.map(({ UploadTime }) => UploadTime)
  expect(await delivered('ana', guid)).toEqual([uploadedAt, ''])
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  const info = await infoOf('biel', guid)
  expect(info.Signers.map(({ UploadTime }) => UploadTime)).toEqual([uploadedAt, info.Signers[0]!.OperationTime])
  expect(info.Signers[1]!.UploadTime > uploadedAt).toBe(true)
  // The document itself was sent when it was sent.
  expect([info.UploadTime, (await rowOf('biel', inOrder.fileName)).UploadTime]).toEqual([uploadedAt, uploadedAt])

  const signer = { approvers: [{ userId: 'biel' }] }
  const approved = await scene.send({ signers: ['ana'], signer, description: { fileName: 'after approval.pdf' } })
  const approvals = await scene.people.biel.call.pendingApprovals({
    body: { Terms: { vidmobileuser: scene.people.biel.userId } },
  })
  const { ApproverGuid: approverGuid } = approvals.find(({ DocGuid }) => DocGuid === approved.guid)!
  const { Signers } = await scene.people.biel.call.approvalInfo({ params: { approverGuid } })
  expect(Signers[0]!.UploadTime).toBe('')
  await scene.people.biel.call.acceptApproval({ params: { approverGuid } })
  const [accepted] = await query<{ operated_at: Date }>('select operated_at from approvers where id = $1', [
    approverGuid,
  ])
  expect(await delivered('ana', approved.guid)).toEqual([accepted!.operated_at.toISOString()])
})

test('an approver is told by e-mail, legal id and name', async () => {
  const { guid } = await scene.send({
    signers: ['ana'],
    signer: { approvers: [{ userId: 'biel' }] },
    description: { fileName: 'approved-first.pdf' },
  })
  // Approving comes first; here it is skipped so that the signer may see the document.
  await query(`update signers set state = 'pending' where document_id = $1`, [guid])
  const [biel] = await query<{ email: string; legal_id: string; name: string }>(
    `select email, legal_id, name from users where user_id = 'biel'`,
  )
  const { Signers } = await infoOf('ana', guid)
  expect(Signers[0]!.Approvers).toEqual([{ Email: biel!.email, LegalId: biel!.legal_id, Name: biel!.name }])
})

test('an id of somebody else’s document is answered word for word like one that does not exist', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${scene.portal.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${scene.people.biel.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
    return [answer.status, (await answer.text()).replaceAll(path, '')]
  }
  const rejection = { RejectionReason: 'No', AccessMethod: 'USER_PASS' }
  const signing = { CertGUID: scene.people.biel.certificateId, PIN: scene.people.biel.pin, AccessMethod: 'USER_PASS' }
  const questions: [(id: string) => string, string, object?][] = [
    [(id) => `/documents/${id}`, guid],
    [(id) => `/documentinfo/${id}`, guid],
    [(id) => `/documentrendered/${id}/remote/pages/1`, guid],
    [(id) => `/vidmobileuser/signature/${id}/rejected`, signers[0]!.guid, rejection],
    [(id) => `/vidmobileuser/signature/keyvault/${id}`, signers[0]!.guid, signing],
  ]
  for (const [path, id, body] of questions) {
    const others = await ask(path(id), body)
    expect(others, path(id)).toEqual(await ask(path(crypto.randomUUID()), body))
    expect(others[0]).toBe(404)
  }
})

test('the download is the whole document in base64, with its name', async () => {
  const sent = await scene.send({ signers: ['ana'], description: { fileName: 'Año 1.pdf' } })
  const answer = await scene.people.ana.call.downloadDocument({ params: { docGuid: sent.guid } })
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(answer.FileName).toBe('Año 1.pdf')
  expect(digest(Buffer.from(answer.DocContent, 'base64'))).toBe(digest(await scene.download(sent)))
})
