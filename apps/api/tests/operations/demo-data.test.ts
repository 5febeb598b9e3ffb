/** What `npm start` has to show: each kind of document that the screens treat in a way of its own. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, openScene, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), isSeededAnew: true })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const PEOPLE = ['ana', 'biel', 'carla'] as const

test.each(PEOPLE)('%s finds every kind of document in the demonstration', async (who) => {
  const { List } = await scene.people[who].call.pendingDocuments({ query: { PageSize: '100' } })
  const has = (what: (row: (typeof List)[number]) => unknown) => List.some((row) => Boolean(what(row)))
  expect(List.length).toBeGreaterThan(20)
  expect(has(({ SignerDTO }) => SignerDTO.ReadAll)).toBe(true)
  expect(has(({ SignerDTO }) => SignerDTO.HasAttachment)).toBe(true)
  expect(has(({ SignerDTO }) => SignerDTO.DisclaimerInfo.Display)).toBe(true)
  expect(has(({ SignerDTO }) => SignerDTO.CentralizedCertificateInfo)).toBe(true)
  expect(has(({ Tag }) => Tag === '')).toBe(true)
  expect(has(({ Tag }) => Tag.split(',').length > 3)).toBe(true)
  expect(has(({ FileName }) => FileName.length > 120)).toBe(true)
  const approvals = await query(
    `select 1 from approvers join users on users.id = approvers.user_id where users.user_id = $1 and state = 'pending'`,
    [who],
  )
  expect(approvals.length).toBeGreaterThan(4)
})

test('a document of the demonstration is signed by one of its signers and waits for the other', async () => {
  const rows = await query<{ state: string }>(
    `select state from signers where file_name like 'Conveni marc%' order by document_id, state`,
  )
  expect(rows.map(({ state }) => state)).toEqual(['pending', 'signed', 'pending', 'signed', 'pending', 'signed'])
  const { call } = scene.people.ana
  const { List } = await call.pendingDocuments({ query: { FileName: 'Conveni marc' } })
  const docGuid = List[0]!.DocGUI
  const { Signers } = await call.documentInfo({ params: { docGuid } })
  expect(Signers.map(({ SignatureStatus }) => SignatureStatus).toSorted()).toEqual(['Signed', 'Unsigned'])
  const { DocContent } = await call.downloadDocument({ params: { docGuid } })
  expect((await askPdfsig(Buffer.from(DocContent, 'base64'))).verdicts).toEqual(['Signature is Valid.'])
})

test('attachments of the demonstration are a PDF, an image, and a file that can only be taken away', async () => {
  const kinds = await query<{ media_type: string }>('select distinct media_type from attachments order by media_type')
  expect(kinds.map(({ media_type }) => media_type)).toEqual([
    'application/octet-stream',
    'application/pdf',
    'image/png',
  ])
})
