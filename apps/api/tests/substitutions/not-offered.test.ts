/** What a deputy never sees, whatever waits for whom they stand in for. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { openScene, type Scene } from '@rubrica/testing'
import { codeOf } from '../scenes/authorise-signing.ts'
import { openStandingIn } from '../scenes/standing-in-scene.ts'

let scene: Scene
const { endAll, standIn, listOf, sign, reject, actingFor } = openStandingIn(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => endAll())

const toAna = (signer: object = {}, description: object = {}) => scene.send({ signers: ['ana'], signer, description })

describe('what is not offered is unknown to a deputy', () => {
  const NOT_THERE = 'NOT_FOUND'
  const show = (document: SentDocument, substitution: string) =>
    codeOf(scene.people.biel.call.documentInfo({ params: { docGuid: document.guid }, ...actingFor(substitution) }))

  async function expectHidden(document: SentDocument, substitution: string): Promise<void> {
    expect(await listOf('biel', substitution)).not.toContain(document.guid)
    expect(await show(document, substitution)).toBe(NOT_THERE)
    expect(await codeOf(sign('biel', document, { substitution }))).toBe(NOT_THERE)
    expect(await codeOf(reject('biel', document, substitution))).toBe(NOT_THERE)
  }

  test('what is not of the principal', async () => {
    const substitution = await standIn('ana', 'biel')
    await expectHidden(await scene.send({ signers: ['carla'] }), substitution)
    await expectHidden(await scene.send({ signers: ['biel'] }), substitution)
  })

  test('what bears none of the tags, or is personal', async () => {
    const substitution = await standIn('ana', 'biel', { tags: ['Contracts'] })
    await expectHidden(await toAna(), substitution)
    await expectHidden(await toAna({}, { tags: ['contracts-of-mine'] }), substitution)
    await expectHidden(await toAna({}, { tags: ['contracts', 'Personal'] }), substitution)
    const offered = await toAna({}, { tags: ['urgent', 'CONTRACTS'] })
    expect(await show(offered, substitution)).toBe('NONE')
    await sign('biel', offered, { substitution })
  })

  test('what its sender wants nobody else to sign, until they let it be', async () => {
    const substitution = await standIn('ana', 'biel')
    const document = await toAna({ delegable: false })
    await expectHidden(document, substitution)
    const changed = await fetch(`${scene.portal.server.url}/api/v1/documents/${document.guid}`, {
      method: 'PATCH',
      headers: {
        ...{ authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
        ...{ 'if-match': '*', 'idempotency-key': crypto.randomUUID() },
      },
      body: JSON.stringify({ signers: [{ guid: document.signers[0]!.guid, delegable: true }] }),
    })
    expect(changed.status).toBe(200)
    await sign('biel', document, { substitution })
  })

  test('what asks for one certificate, and what the deputy approves', async () => {
    const substitution = await standIn('ana', 'biel')
    const [certificate] = await scene.people.ana.call.certificates({ params: { legalid: scene.people.ana.legalId } })
    await expectHidden(await toAna({ certificate: certificate!.GUID }), substitution)
    const judged = await toAna({ approvers: [{ userId: 'biel' }] })
    const [approval] = await scene.people.biel.call.pendingApprovals({
      body: { Terms: { vidmobileuser: scene.people.biel.userId } },
    })
    await scene.people.biel.call.acceptApproval({ params: { approverGuid: approval!.ApproverGuid } })
    await expectHidden(judged, substitution)
  })
})
