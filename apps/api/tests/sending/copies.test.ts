/** Copies: who signs nothing reads a document, and is told when it is over. */
import { beforeAll, expect, test, vi } from 'vitest'
import { makePdf, sendDocument, startProgram, trySigning, type DemoName } from '@rubrica/testing'
import type { SentDocument } from '@rubrica/contract'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { changingScene } from '../scenes/changing-scene.ts'

const { opened, query, ask, change, statusOf, findingsOf, mailsOf } = changingScene({ CALLS_PER_MINUTE: '1000000' })

const names = { ana: '', biel: '', carla: '' }
beforeAll(async () => {
  for (const { user_id, name } of await query<{ user_id: DemoName; name: string }>('select user_id, name from users')) {
    names[user_id] = name
  }
})

interface Sending {
  readonly fileName: string
  readonly signers?: readonly DemoName[]
  readonly copies?: readonly DemoName[]
  readonly approver?: DemoName
}

/** Carla gets a copy of what Ana signs, unless it is said otherwise. */
const send = ({ fileName, signers = ['ana'], copies = ['carla'], approver }: Sending) =>
  sendDocument(opened().portal.url, opened().senderToken, {
    document: makePdf(),
    description: {
      fileName,
      senderName: 'Registry',
      signers: signers.map((userId) => ({ userId, ...(approver && { approvers: [{ userId: approver }] }) })),
      copies: copies.map((userId) => ({ userId })),
    },
  })

const callsOf = (who: DemoName) => opened().people[who].call
const historyOf = async (who: DemoName, guid: string) =>
  (await callsOf(who).history({ query: {} })).List.filter(({ DocGuid }) => DocGuid === guid)
const sign = async (who: DemoName, { signers }: SentDocument) => {
  const { guid } = signers.find(({ userId }) => userId === who)!
  expect(await trySigning(opened().people[who], guid)).toBe(204)
}

/** Every mail to somebody about a file, once all who have to be told are told. */
async function toldOf(who: DemoName, fileName: string) {
  await vi.waitFor(
    async () =>
      expect(
        await query(
          `select 1 from pgboss.job where name like 'tell-%' and state <> 'completed' and start_after <= now()`,
        ),
      ).toEqual([]),
    { timeout: 120_000, interval: 100 },
  )
  return (await mailsOf(who)).filter(({ subject }) => subject.includes(fileName))
}

/** Every call by which somebody sees a copy. */
const looksAt = (who: DemoName, copyGuid: string) => {
  const { call } = opened().people[who]
  const params = { copyGuid }
  return [
    () => call.copy({ params }),
    () => call.copyPages({ params: { copyGuid, page: '1' }, query: {} }),
    () => call.copyPageText({ params: { copyGuid, page: '1' } }),
    () => call.copyInfo({ params }),
    () => call.copySignatures({ params }),
    () => call.copyRevisionPage({ params: { copyGuid, revision: '1', page: '1' }, query: {} }),
    () => call.downloadCopy({ params }),
  ]
}
const expectNothing = async (who: DemoName, copyGuid: string) => {
  for (const look of looksAt(who, copyGuid)) {
    await expect(look()).rejects.toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  }
}

test('who has a copy reads the document from the beginning, with its newest signatures, and cannot sign it', async () => {
  const sent = await send({ fileName: 'lease.pdf' })
  const [copy] = sent.copies
  expect(sent.copies).toMatchObject([{ userId: 'carla', name: names.carla, toldAt: null }])
  expect(await historyOf('carla', sent.guid)).toMatchObject([
    { Act: 'Copied', Guid: copy!.guid, FileName: 'lease.pdf', SenderName: 'Registry', DocumentState: 'Open' },
  ])
  for (const look of looksAt('carla', copy!.guid)) await look()
  const { call } = opened().people.carla
  const before = await call.copySignatures({ params: { copyGuid: copy!.guid } })
  expect(before.Signatures).toEqual([])
  await sign('ana', sent)
  const after = await call.copySignatures({ params: { copyGuid: copy!.guid } })
  expect(after.Signatures).toHaveLength(1)
  const { Signers } = await call.copyInfo({ params: { copyGuid: copy!.guid } })
  expect(Signers).toMatchObject([{ SignerName: names.ana, SignatureStatus: 'Signed' }])
  expect(await call.copy({ params: { copyGuid: copy!.guid } })).toMatchObject({ DocumentState: 'Completed' })
  // Neither the signer's call nor the document's pages are theirs.
  const signerGuid = sent.signers[0]!.guid
  const body = { RejectionReason: 'No', AccessMethod: 'USER_PASS' } as const
  await expect(call.rejectDocument({ params: { signerGuid }, body })).rejects.toMatchObject({ status: 404 })
  await expect(call.downloadDocument({ params: { docGuid: sent.guid } })).rejects.toMatchObject({ status: 404 })
  await expect(call.documentSignatures({ params: { signerGuid } })).rejects.toMatchObject({ status: 404 })
})

test('a copy is nothing to anybody else, not even to who signs the document', async () => {
  const { copies } = await send({ fileName: 'secret.pdf' })
  await expectNothing('ana', copies[0]!.guid)
  await expectNothing('biel', copies[0]!.guid)
})

test('a download of a copy is in the log of the document', async () => {
  const { guid, copies } = await send({ fileName: 'logged.pdf' })
  await callsOf('carla').downloadCopy({ params: { copyGuid: copies[0]!.guid } })
  const { body } = await ask(`documents/${guid}/events`)
  expect(body['data']).toContainEqual(
    expect.objectContaining({ type: 'document-downloaded', person: { userId: 'carla', name: names.carla } }),
  )
})

test('who has a copy is told once, at the end, how it ended', async () => {
  const document = await send({ fileName: 'whole.pdf', signers: ['ana', 'biel'] })
  await sign('ana', document)
  expect(await toldOf('carla', 'whole.pdf')).toEqual([])
  await sign('biel', document)
  const mails = await toldOf('carla', 'whole.pdf')
  expect(mails).toMatchObject([{ subject: 'whole.pdf is complete' }])
  expect(mails[0]!.text).toContain('Registry gave you a copy of “whole.pdf”.\nEverybody has signed it now.')
  expect(mails[0]!.text).toContain(`/copies/${document.copies[0]!.guid}`)
  expect((await statusOf(document.guid)).copies[0]!.toldAt).not.toBeNull()
})

test('a rejection by a signer or an approver, a withdrawal and a missed deadline are told as what they are', async () => {
  const reason = { RejectionReason: 'No', AccessMethod: 'USER_PASS' } as const
  const rejected = await send({ fileName: 'rejected.pdf' })
  await callsOf('ana').rejectDocument({ params: { signerGuid: rejected.signers[0]!.guid }, body: reason })
  const refused = await send({ fileName: 'refused.pdf', approver: 'biel' })
  const approverGuid = refused.signers[0]!.approvers[0]!.guid
  await callsOf('biel').rejectApproval({ params: { approverGuid }, body: { RejectedReason: 'No' } })
  const withdrawn = await send({ fileName: 'withdrawn.pdf' })
  await ask(`documents/${withdrawn.guid}/cancelled`, { method: 'POST' })
  const late = await send({ fileName: 'late.pdf' })
  await query(`update documents set deadline = now() - interval '1 second' where id = $1`, [late.guid])
  await query(`insert into pgboss.job (name) values ('expire-documents')`)
  await vi.waitFor(async () => expect((await statusOf(late.guid)).state).toBe('expired'), { timeout: 120_000 })
  const subjects = async (name: string) => (await toldOf('carla', name)).map(({ subject }) => subject)
  expect(await subjects('rejected.pdf')).toEqual(['rejected.pdf was rejected'])
  expect(await subjects('refused.pdf')).toEqual(['refused.pdf was rejected'])
  expect(await subjects('withdrawn.pdf')).toEqual(['withdrawn.pdf was withdrawn'])
  expect(await subjects('late.pdf')).toEqual(['late.pdf has expired'])
})

test('two servers that share the mails tell each person once', async () => {
  const { server, sandbox } = opened().portal
  await using other = await startProgram('api', {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    ...{ PORT: '0', DATA_DIR: server.dataDir, DATABASE_URL: server.database!.url, CALLS_PER_MINUTE: '1000000' },
  })
  const names = Array.from({ length: 12 }, (_, index) => `both-${index}.pdf`)
  await Promise.all(
    names.map(async (fileName, index) => {
      const { guid } = await send({ fileName, copies: ['biel', 'carla'] })
      const url = index % 2 === 0 ? other.url : opened().portal.url
      const headers = { authorization: `Bearer ${opened().senderToken}` }
      const answer = await fetch(`${url}/api/v1/documents/${guid}/cancelled`, { method: 'POST', headers })
      expect(answer.status).toBe(204)
    }),
  )
  for (const who of ['biel', 'carla'] as const) {
    const subjects = (await toldOf(who, 'both-')).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(names.map((name) => `${name} was withdrawn`).toSorted())
  }
})

test('copies are given and taken after sending, in one event with both lists; who lost one sees nothing', async () => {
  const document = await send({ fileName: 'changed.pdf', copies: ['carla'] })
  const lost = document.copies[0]!.guid
  expect((await change(document.guid, { copies: [{ userId: 'biel' }] })).status).toBe(200)
  expect((await statusOf(document.guid)).copies).toMatchObject([{ userId: 'biel', toldAt: null }])
  await expectNothing('carla', lost)
  expect(await historyOf('carla', document.guid)).toEqual([])
  expect(await historyOf('biel', document.guid)).toMatchObject([{ Act: 'Copied' }])
  const { body } = await ask(`documents/${document.guid}/events`)
  const events = (body['data'] as { type: string; changes: unknown }[]).filter(
    ({ type }) => type === 'document-changed',
  )
  expect(events.map(({ changes }) => changes)).toEqual([
    [{ what: 'copies', person: null, before: names.carla, after: names.biel }],
  ])
  await sign('ana', document)
  // What is told to who lost it has a test of its own; of the end they hear nothing.
  expect((await toldOf('carla', 'changed.pdf')).map(({ subject }) => subject)).toEqual([
    'You no longer have a copy of changed.pdf',
  ])
  expect(await toldOf('biel', 'changed.pdf')).toHaveLength(1)
  const late = await change(document.guid, { copies: [] })
  expect([late.status, late.code]).toEqual([409, 'DOCUMENT_NO_LONGER_AVAILABLE'])
  expect(await findingsOf(document.guid)).toEqual([])
})

test('who loses a copy is told once, with the reason; who comes to sign it instead, or approves it, is not', async () => {
  const reason = 'The wrong Carla'
  const document = await send({ fileName: 'taken-back.pdf', copies: ['biel', 'carla'], approver: 'biel' })
  expect((await change(document.guid, { copies: [], reason })).status).toBe(200)
  const [mail, ...others] = await toldOf('carla', 'taken-back.pdf')
  expect(others).toEqual([])
  expect(mail!.subject).toBe('You no longer have a copy of taken-back.pdf')
  expect(mail!.text).toContain('Registry has taken back your copy of “taken-back.pdf”.')
  expect(mail!.text).toContain(`The reason given: ${reason}`)
  const toBiel = (await toldOf('biel', 'taken-back.pdf')).map(({ subject }) => subject)
  expect(toBiel).toEqual(['taken-back.pdf is waiting for your approval'])
  const other = await send({ fileName: 'signs-now.pdf' })
  expect((await change(other.guid, { copies: [], addSigners: [{ userId: 'carla' }] })).status).toBe(200)
  const toCarla = (await toldOf('carla', 'signs-now.pdf')).map(({ subject }) => subject)
  expect(toCarla).toEqual(['signs-now.pdf is waiting for your signature'])
  expect(await findingsOf(document.guid)).toEqual([])
})

test.each([
  ['somebody who signs it', [{ userId: 'ana' }], 'VALIDATION_FAILED'],
  ['somebody twice', [{ userId: 'carla' }, { userId: 'CARLA' }], 'VALIDATION_FAILED'],
  ['a stranger', [{ userId: 'nobody' }], 'SIGNER_UNKNOWN'],
  ['somebody without an account', [{ guest: { name: 'Eva', email: 'eva@elsewhere.test' } }], 'VALIDATION_FAILED'],
])('a copy to %s is refused at its place', async (_, copies, code) => {
  const { body: upload } = await (async () => {
    const answer = await fetch(`${opened().portal.url}/api/v1/files?name=a.pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${opened().senderToken}`, 'content-type': 'application/pdf' },
      body: new Uint8Array(makePdf()),
    })
    return { body: (await answer.json()) as { id: string } }
  })()
  const answer = await ask('dispatches', {
    method: 'POST',
    body: { documents: [{ file: upload.id }], signers: [{ userId: 'ana' }], copies },
  })
  expect([answer.status < 500 && answer.status >= 400, answer.code]).toEqual([true, code])
  expect(JSON.stringify(answer.body['errors'])).toContain('/copies/')
})
