/**
 * Who sees what of a document that is to be approved: its signer nothing until all have accepted, an approver what they
 * can decide about or have decided, and nobody else even that it is there.
 */
import { beforeAll, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { makePdf, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { approvalsScene, approvedBy, statusOf } from '../scenes/approvals-scene.ts'

const { accept, approvalOf, documentState, notifiedOf, opened, query, reject, rejectAsSigner, statesOf } =
  approvalsScene()

let scene: Scene
beforeAll(() => {
  scene = opened()
})

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
