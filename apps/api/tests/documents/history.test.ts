/**
 * What a person has signed, approved and rejected stays with them: as a list of their own, and as the documents behind
 * it. A signer sees the document as it is now, an approver the revision that they decided on.
 */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { approvalsScene, approvedBy } from '../scenes/approvals-scene.ts'

const { approvalOf, opened, query, rejectAsSigner } = approvalsScene()

let scene: Scene
beforeAll(() => {
  scene = opened()
})

const listOf = (who: DemoName, asked: Record<string, string> = {}) => scene.people[who].call.history({ query: asked })

const namesOf = async (who: DemoName, asked: Record<string, string> = {}) =>
  (await listOf(who, asked)).List.map(({ FileName }) => FileName)

const send = (fileName: string, more: Parameters<Scene['send']>[0]) =>
  scene.send({ ...more, description: { senderName: 'Acme', fileName, ...more.description } })

const pageOf = (image: { DocPageRendered: readonly string[] }) =>
  createHash('sha256').update(image.DocPageRendered[0]!).digest('hex')

describe('the list', () => {
  test('has what the person signed, approved and rejected, the latest first, and how each document stands', async () => {
    const [signed, approved, refused, rejected] = [
      await send('signed.pdf', { signers: ['carla', 'biel'] }),
      await send('approved.pdf', { signers: ['ana'], signer: approvedBy('carla') }),
      await send('refused.pdf', { signers: ['ana'], signer: approvedBy('carla') }),
      await send('rejected.pdf', { signers: ['carla'] }),
    ]
    const { call } = scene.people.carla
    expect(await trySigning(scene.people.carla, signed.signers[0]!.guid)).toBe(204)
    const approverGuid = await approvalOf('carla', approved)
    await call.acceptApproval({ params: { approverGuid } })
    const refusal = await approvalOf('carla', refused)
    await call.rejectApproval({ params: { approverGuid: refusal }, body: { RejectedReason: 'Old annex' } })
    expect(await rejectAsSigner('carla', rejected.signers[0]!.guid, 'Wrong sum')).toBe(204)
    const { List, Next } = await listOf('carla')
    expect(Next).toBeNull()
    expect(List.map(({ FileName, Act, IsApprover, DocumentState, RejectionReason }) => [
      FileName, Act, IsApprover, DocumentState, RejectionReason,
    ])).toEqual([
      ['rejected.pdf', 'Rejected', false, 'Rejected', 'Wrong sum'],
      ['refused.pdf', 'Rejected', true, 'Rejected', 'Old annex'],
      ['approved.pdf', 'Approved', true, 'Open', null],
      ['signed.pdf', 'Signed', false, 'Open', null],
    ]) // prettier-ignore
    expect(List[2]).toMatchObject({ Guid: approverGuid, DocGuid: approved.guid, SenderName: 'Acme' })
    expect(List[3]!.Guid).toBe(signed.signers[0]!.guid)
    expect(List.map(({ OperationTime }) => OperationTime)).toEqual(
      List.map(({ OperationTime }) => OperationTime)
        .toSorted()
        .toReversed(),
    )
  })

  test('is narrowed by name, sender, act and days, each alone and together', async () => {
    expect(await namesOf('carla', { FileName: 'SÍGNED' })).toEqual(['signed.pdf'])
    expect(await namesOf('carla', { FileName: '%' })).toEqual([])
    expect(await namesOf('carla', { Sender: 'acm' })).toHaveLength(4)
    expect(await namesOf('carla', { Act: 'Rejected' })).toEqual(['rejected.pdf', 'refused.pdf'])
    expect(await namesOf('carla', { Act: 'Approved', Sender: 'nobody' })).toEqual([])
    await query(
      `update signers set operated_at = '2020-02-29T23:30:00Z' where file_name = 'signed.pdf' and state = 'signed'`,
    )
    expect(await namesOf('carla', { To: '2020-02-29' })).toEqual(['signed.pdf'])
    expect(await namesOf('carla', { To: '2020-02-29', TimeZone: 'Europe/Madrid' })).toEqual([])
    expect(await namesOf('carla', { From: '2020-03-01', To: '2020-03-01', TimeZone: 'Europe/Madrid' })).toEqual([
      'signed.pdf',
    ])
  })

  test.each([
    // Four at each moment.
    ['at the same moment', 'make_interval(secs => n / 4)'],
    ['within the same millisecond', "n * interval '1 microsecond'"],
  ])('comes page after page, each entry once, also of what was done %s', async (when, passed) => {
    const { userId } = scene.people.biel
    const document = await send(`${when}.pdf`, { signers: ['ana'] })
    await query(
      `with copies as (
         insert into documents (id, dispatch_id, subscription_id, file_name, description, tag, sender_name, state,
           page_count, current_revision, uploaded_at)
         select gen_random_uuid(), dispatch_id, subscription_id, file_name, '', '', '', 'open', 1, 1,
           timestamptz '2020-01-01' + ${passed}
         from documents, generate_series(1, 120) as n where id = $1 returning *
       ) insert into signers (id, document_id, subscription_id, user_id, ordinal, signer_name, state, read_all,
           has_attachment, file_name, upload_time, tag, sender_name, description, operated_at, folded_file_name)
         select gen_random_uuid(), id, subscription_id, $2, 0, 'Biel', 'signed', false, false, file_name, uploaded_at, '',
           '', '', uploaded_at, file_name from copies`,
      [document.guid, userId],
    )
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages++) {
      const { List, Next }: Awaited<ReturnType<typeof listOf>> = await listOf('biel', {
        FileName: when,
        ...(cursor && { Cursor: cursor }),
      })
      seen.push(...List.map(({ Guid }) => Guid))
      cursor = Next
      expect(pages).toBeLessThan(4)
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })

  test.each(['x', '1', '1.x', `1.${'0'.repeat(36)}`, '-1.00000000-0000-4000-8000-000000000000'])(
    'refuses %j as the place to go on from',
    async (Cursor) => {
      await expect(listOf('ana', { Cursor })).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    },
  )

  test('has nothing of other people, of what waits, and of what ended without the person', async () => {
    await send('waits.pdf', { signers: ['ana'] })
    const ended = await send('ended.pdf', { signers: ['ana', 'biel'] })
    expect(await rejectAsSigner('biel', ended.signers[1]!.guid, 'No')).toBe(204)
    const names = await namesOf('ana')
    expect(names).not.toContain('waits.pdf')
    expect(names).not.toContain('ended.pdf')
    expect(names).not.toContain('rejected.pdf')
  })
})

describe('behind the list', () => {
  test('a signer sees the newest revision, an approver the one that they decided on', async () => {
    const sent = await send('grows.pdf', {
      signers: ['ana'],
      signer: { ...approvedBy('biel'), positions: [{ page: 1, x: 60, y: 60, width: 200, height: 80 }] },
    })
    const approverGuid = await approvalOf('biel', sent)
    const { call } = scene.people.biel
    const look = async () => pageOf(await call.approvalPages({ params: { approverGuid, page: '1' }, query: {} }))
    await call.acceptApproval({ params: { approverGuid } })
    const decided = await look()
    expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    expect(await look()).toBe(decided)
    const signers = scene.people.ana.call
    const now = await signers.renderedDocument({ params: { docGuid: sent.guid, page: '1' }, query: {} })
    expect(pageOf(now)).not.toBe(decided)
    expect(await call.decidedApproval({ params: { approverGuid } })).toMatchObject({
      FileName: 'grows.pdf',
      Act: 'Approved',
      RejectionReason: null,
      DocGuid: sent.guid,
    })
    const { Signatures } = await call.approvalSignatures({ params: { approverGuid } })
    expect(Signatures).toEqual([])
  })

  test('who rejected sees the document with their reason, as signer or approver', async () => {
    const [first, second] = [
      await send('no-1.pdf', { signers: ['ana'] }),
      await send('no-2.pdf', { signers: ['ana'], signer: approvedBy('biel') }),
    ]
    expect(await rejectAsSigner('ana', first.signers[0]!.guid, 'Not mine')).toBe(204)
    expect(await scene.people.ana.call.decidedDocument({ params: { docGuid: first.guid } })).toMatchObject({
      Act: 'Rejected',
      RejectionReason: 'Not mine',
    })
    const approverGuid = await approvalOf('biel', second)
    const { call } = scene.people.biel
    await expect(call.decidedApproval({ params: { approverGuid } })).rejects.toMatchObject({ status: 404 })
    await call.rejectApproval({ params: { approverGuid }, body: { RejectedReason: 'Too early' } })
    expect(await call.decidedApproval({ params: { approverGuid } })).toMatchObject({
      Act: 'Rejected',
      RejectionReason: 'Too early',
    })
    await expect(scene.people.carla.call.decidedApproval({ params: { approverGuid } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('is closed to who was replaced, in whose list it never stood', async () => {
    const sent = await send('handed-over.pdf', { signers: ['ana'] })
    const signerGuid = sent.signers[0]!.guid
    const answer = await fetch(`${scene.portal.url}/api/v1/documents/${sent.guid}/signers/${signerGuid}/replaced`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: 'biel' }),
    })
    expect(answer.status).toBe(200)
    const [, next] = ((await answer.json()) as typeof sent).signers
    expect(await trySigning(scene.people.biel, next!.guid)).toBe(204)
    expect(await namesOf('biel')).toContain('handed-over.pdf')
    expect(await namesOf('ana')).not.toContain('handed-over.pdf')
    const { call } = scene.people.ana
    const params = { docGuid: sent.guid }
    for (const look of [
      () => call.decidedDocument({ params }),
      () => call.documentInfo({ params }),
      () => call.downloadDocument({ params }),
      () => call.renderedDocument({ params: { ...params, page: '1' }, query: {} }),
      () => call.documentSignatures({ params: { signerGuid } }),
    ]) {
      await expect(look()).rejects.toMatchObject({ status: 404 })
    }
  })
})
