/** Deputies say what the one whom they stand in for should know of a document, and that they have checked it. */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { callsActingFor, openScene, type DemoName, type Scene } from '@rubrica/testing'
import type { SentDocument } from '@rubrica/contract'
import { codeOf } from '../scenes/authorise-signing.ts'
import { openStandingIn } from '../scenes/standing-in-scene.ts'

let scene: Scene
const { endAll, sign, standIn } = openStandingIn(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => endAll())

const toAna = (signer: object = {}) => scene.send({ signers: ['ana'], signer })
const slotOf = ({ signers }: SentDocument) => ({ signerGuid: signers[0]!.guid })
const acting = (name: DemoName, actingFor: string) => callsActingFor(scene, { name, actingFor })

async function markOf(document: SentDocument) {
  const { List } = await scene.people.ana.call.pendingDocuments({ query: { PageSize: '100' } })
  return List.find(({ DocGUI }) => DocGUI === document.guid)!.Remark
}

test('an assistant checks a document and says something of it, which the principal sees in the list and with it', async () => {
  const assistant = acting('biel', await standIn('ana', 'biel', { kind: 'assistant' }))
  const document = await toAna()
  expect(await markOf(document)).toBeNull()
  const params = slotOf(document)
  await assistant.keepSignerRemark({ params, body: { IsChecked: false, Text: 'Page 2 names another sum' } })
  expect(await markOf(document)).toBe('Noted')
  await assistant.keepSignerRemark({ params, body: { IsChecked: true, Text: ' It is right now ' } })
  expect(await markOf(document)).toBe('Checked')
  const said = { DeputyName: expect.stringMatching(/^Biel/) as string, IsChecked: true, Text: 'It is right now' }
  expect(await scene.people.ana.call.signerRemarks({ params })).toMatchObject([{ ...said, IsOwn: false }])
  expect(await assistant.signerRemarks({ params })).toMatchObject([{ ...said, IsOwn: true }])
  await assistant.keepSignerRemark({ params, body: { IsChecked: false, Text: '' } })
  expect(await scene.people.ana.call.signerRemarks({ params })).toEqual([])
  expect(await markOf(document)).toBeNull()
})

test('each deputy says something of their own, and reads what the others say', async () => {
  const assistant = acting('biel', await standIn('ana', 'biel', { kind: 'assistant' }))
  const deputy = acting('carla', await standIn('ana', 'carla'))
  const params = slotOf(await toAna())
  await assistant.keepSignerRemark({ params, body: { IsChecked: true, Text: '' } })
  await deputy.keepSignerRemark({ params, body: { IsChecked: false, Text: 'Wait for Friday' } })
  expect(await deputy.signerRemarks({ params })).toMatchObject([
    { Text: 'Wait for Friday', IsOwn: true },
    { IsChecked: true, IsOwn: false },
  ])
})

test('what is to be approved is remarked on, too', async () => {
  const assistant = acting('biel', await standIn('ana', 'biel', { kind: 'assistant' }))
  const { guid } = await scene.send({ signers: ['carla'], signer: { approvers: [{ userId: 'ana' }] } })
  const asked = { body: { Terms: { vidmobileuser: scene.people.ana.userId } } }
  const find = async () =>
    (await scene.people.ana.call.pendingApprovals(asked)).find(({ DocGuid }) => DocGuid === guid)!
  const params = { approverGuid: (await find()).ApproverGuid }
  await assistant.keepApproverRemark({ params, body: { IsChecked: true, Text: 'The budget allows it' } })
  expect(await find()).toMatchObject({ Remark: 'Checked' })
  expect(await scene.people.ana.call.approverRemarks({ params })).toMatchObject([{ Text: 'The budget allows it' }])
})

test('what somebody says stays theirs when they stand in anew, and stays as it was once the principal has decided', async () => {
  const before = await standIn('ana', 'biel')
  const document = await toAna()
  const params = slotOf(document)
  await acting('biel', before).keepSignerRemark({ params, body: { IsChecked: true, Text: '' } })
  await endAll()
  const anew = acting('biel', await standIn('ana', 'biel'))
  await anew.keepSignerRemark({ params, body: { IsChecked: false, Text: 'Not so sure' } })
  expect(await scene.people.ana.call.signerRemarks({ params })).toMatchObject([
    { IsChecked: false, Text: 'Not so sure' },
  ])
  await sign('ana', document, {})
  const later = { params, body: { IsChecked: true, Text: 'All is well' } }
  expect(await codeOf(anew.keepSignerRemark(later))).toBe('NOT_FOUND')
  await anew.keepSignerRemark({ params, body: { IsChecked: false, Text: '' } })
  expect(await scene.people.ana.call.signerRemarks({ params })).toMatchObject([{ Text: 'Not so sure' }])
})

test('nobody says anything who stands in for nobody, of what is not offered to them, or once it is over', async () => {
  const substitution = await standIn('ana', 'biel', { kind: 'assistant', tags: ['contracts'] })
  const document = await toAna()
  const call = { params: slotOf(document), body: { IsChecked: true, Text: '' } }
  expect(await codeOf(acting('biel', substitution).keepSignerRemark(call))).toBe('NOT_FOUND')
  expect(await codeOf(scene.people.ana.call.keepSignerRemark(call))).toBe('NOT_FOUND')
  expect(await codeOf(scene.people.biel.call.signerRemarks({ params: call.params }))).toBe('NOT_FOUND')
  await endAll()
  expect(await codeOf(acting('biel', substitution).keepSignerRemark(call))).toBe('NOT_A_DEPUTY')
  expect(await markOf(document)).toBeNull()
})
