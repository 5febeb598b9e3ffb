/** The evidence of a document for somebody without an account, in the session in which they signed or rejected it. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { NAMES, readEvidenceFile, type OpenedCommitment } from '@rubrica/evidence-file'
import { makePdf, openScene, sendDocument, trySigning, type Scene } from '@rubrica/testing'
import { openGuests } from '../scenes/guest-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { EVIDENCE: 'asked' } })
  await rows(`update user_subscriptions set roles = '{sender}'`)
  await rows('update subscriptions set allows_guests = true')
})
afterAll(() => scene[Symbol.asyncDispose]())

const { rows, invite, enter, stranger } = openGuests(() => scene)

type Entered = Awaited<ReturnType<typeof enter>>

const evidenceOf = async ({ call }: Pick<Entered, 'call'>, docGuid: string) => {
  const { DocContent, FileName } = await call.ownEvidence({ params: { docGuid } })
  const { manifest, files } = readEvidenceFile(Buffer.from(DocContent, 'base64'))
  const opened = JSON.parse(files.get(NAMES.personal)!.toString()) as OpenedCommitment[]
  return { FileName, manifest, values: opened.map(({ value }) => value) }
}

const sign = ({ call }: Entered) => call.signAsGuest({ body: {} })

test('who signed gets the reduced edition once everybody has, with their own values and nobody else’s', async () => {
  const email = 'first@elsewhere.test'
  const { guid, signers } = await sendDocument(scene.portal.url, scene.people.biel.token, {
    document: makePdf(),
    description: {
      fileName: 'lease.pdf',
      signers: [{ guest: { name: 'Gemma Guest', email, language: 'en' } }, { userId: 'ana' }],
    },
  })
  const gemma = await enter(email)
  await sign(gemma)
  await expect(evidenceOf(gemma, guid)).rejects.toMatchObject({ status: 409, code: 'DOCUMENT_NOT_OVER' })
  expect(await gemma.call.decidedDocument({ params: { docGuid: guid } })).toMatchObject({ DocumentState: 'Open' })
  expect(await trySigning(scene.people.ana, signers[1]!.guid)).toBe(204)
  const { FileName, manifest, values } = await evidenceOf(gemma, guid)
  expect(FileName).toBe('lease.evidence.pdf')
  expect(manifest).toMatchObject({ edition: 'reduced', documentId: guid })
  expect(values).toContain('Gemma Guest')
  const [ana] = await rows<{ name: string }>(`select name from users where user_id = 'ana'`)
  for (const value of [ana!.name, scene.people.ana.legalId]) expect(values).not.toContain(value)
})

test('who rejected gets it at once, with the reason that they gave', async () => {
  const { guid } = await invite('second@elsewhere.test')
  const guest = await enter('second@elsewhere.test')
  const RejectionReason = 'The price is wrong'
  const params = { signerGuid: guest.signerId }
  await guest.call.rejectDocument({ params, body: { RejectionReason, AccessMethod: 'SSO' } })
  const { manifest, values } = await evidenceOf(guest, guid)
  expect(manifest).toMatchObject({ edition: 'reduced', documentId: guid })
  expect(values).toContain(RejectionReason)
})

test('a guest’s session opens the evidence of its own document alone, also of two that one address was sent', async () => {
  const email = 'third@elsewhere.test'
  const own = await invite(email)
  const guest = await enter(email)
  await sign(guest)
  const theirs = await invite('fourth@elsewhere.test')
  await sign(await enter('fourth@elsewhere.test'))
  const later = await invite(email, 'later.pdf')
  for (const guid of [theirs.guid, later.guid, crypto.randomUUID()])
    await expect(evidenceOf(guest, guid)).rejects.toMatchObject({ status: 404 })
  await expect(evidenceOf({ call: stranger() }, own.guid)).rejects.toMatchObject({ status: 401 })
  expect((await evidenceOf(guest, own.guid)).values).toContain('Gemma Guest')
})

test('it is over with the session in which the guest came', async () => {
  const { guid } = await invite('fifth@elsewhere.test')
  const guest = await enter('fifth@elsewhere.test')
  await sign(guest)
  await guest.call.revokeToken({})
  await expect(evidenceOf(guest, guid)).rejects.toMatchObject({ status: 401 })
})
