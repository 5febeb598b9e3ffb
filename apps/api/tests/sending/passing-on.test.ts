/** Who is asked to sign names who should have been asked. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { askPdfsig, IN_FULL_RUN, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { approvedBy } from '../scenes/approvals-scene.ts'
import { at, changingScene } from '../scenes/changing-scene.ts'
import { openPassing } from '../scenes/passing-scene.ts'
import { openStandingIn } from '../scenes/standing-in-scene.ts'

/** `npm run test:full` runs the hundred rounds; a plain run keeps to a few. */
const ROUNDS = IN_FULL_RUN ? 100 : 6

const changing = changingScene({ CALLS_PER_MINUTE: '1000000' })
const { approve, ask, change, findingsOf, query, statusOf } = changing
const { send, callsOf, idOf, slotOf, passOn, find, codeOf, eventsOf, standingOf } = openPassing(changing)
let scene: Scene
beforeAll(() => {
  scene = changing.opened()
})
const { standIn, endAll, actingFor } = openStandingIn(() => scene)

describe('where the sender leaves it to them', () => {
  test('a colleague is asked instead, signs in the same places with their own certificate, and the approvers are asked again', async () => {
    const signer = { userId: 'ana', reason: 'I agree', positions: [at(50, 50)], ...approvedBy('carla') }
    const document = await send('yes', [], { signers: [signer] })
    await approve(document)
    expect(await find('ana', document, 'BIEL')).toEqual({ Guid: idOf('biel'), Name: 'Biel Roca Puig' })
    expect(await passOn('ana', document, 'biel')).toBe('PassedOn')
    expect(await statusOf(document.guid)).toMatchObject({
      version: 2,
      signers: [
        { userId: 'ana', state: 'replaced', approvers: [{ state: 'accepted' }] },
        { userId: 'biel', state: 'waiting', signsFor: 'I agree', approvers: [{ userId: 'carla', state: 'pending' }] },
      ],
    })
    const after = await statusOf(document.guid)
    await callsOf('carla').acceptApproval({ params: { approverGuid: after.signers[1]!.approvers[0]!.guid } })
    expect(await trySigning(scene.people.biel, slotOf(after, 'biel'))).toBe(204)
    expect(await statusOf(document.guid)).toMatchObject({ state: 'completed' })
    const { verdicts } = await askPdfsig(await scene.download({ guid: document.guid }))
    expect(verdicts).toEqual(['Signature is Valid.'])
    const [attempt] = await query(
      `select users.user_id from signing_attempts join certificates on certificates.id = certificate_id
       join users on users.id = certificates.user_id where signer_id = $1 and signing_attempts.state = 'signed'`,
      [slotOf(after, 'biel')],
    )
    expect(attempt).toEqual({ user_id: 'biel' })
    const passedOn = (await eventsOf(document)).find(({ type }) => type === 'signer-passed-on')
    expect(passedOn).toMatchObject({
      ...{ person: { userId: 'ana', name: 'Ana Vidal Serra' }, reason: 'It is his project' },
      changes: [{ what: 'signer', person: null, before: 'Ana Vidal Serra', after: 'Biel Roca Puig' }],
    })
    // Who has done it is told nothing of it.
    expect(await query(`select 1 from lost_documents where document_id = $1`, [document.guid])).toEqual([])
    expect(await findingsOf(document.guid)).toEqual([])
  })

  test('nothing of the document is left to the first one, and the other may pass it on in turn, back to them', async () => {
    const document = await send('yes')
    await passOn('ana', document, 'biel')
    const { guid: docGuid } = document
    expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBeGreaterThanOrEqual(404)
    expect(await codeOf(callsOf('ana').downloadDocument({ params: { docGuid } }))).toBe('DOCUMENT_NOT_FOUND')
    expect(await passOn('biel', await statusOf(docGuid), 'ana', 'No, hers')).toBe('PassedOn')
    expect(await standingOf(document)).toEqual(['ana replaced', 'biel replaced', 'ana pending'])
    expect(await trySigning(scene.people.ana, slotOf(await statusOf(docGuid), 'ana'))).toBe(204)
    expect(await findingsOf(docGuid)).toEqual([])
  })

  test('passing on against signing has one winner', { timeout: 900_000 }, async () => {
    const documents: SentDocument[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const document = await send('yes')
      const [signed, passed] = await Promise.all([
        trySigning(scene.people.ana, slotOf(document, 'ana')),
        new Promise<string>((resolve, reject) => {
          setTimeout(() => void codeOf(passOn('ana', document, 'biel')).then(resolve, reject), (round % 20) * 10)
        }),
      ])
      expect([signed === 204, passed === 'NONE'].filter(Boolean)).toHaveLength(1)
      expect(await standingOf(document)).toEqual(signed === 204 ? ['ana signed'] : ['ana replaced', 'biel pending'])
      documents.push(document)
    }
    expect(await findingsOf(...documents.map(({ guid }) => guid))).toEqual([])
  })
})

describe('refused, with nothing changed', () => {
  const untouched = async (document: SentDocument, known: number) => {
    expect(await statusOf(document.guid)).toMatchObject({ version: 1 })
    expect(await eventsOf(document)).toHaveLength(known)
  }

  test('where the sender wants nobody else, which is what holds where they say nothing', async () => {
    const document = await scene.send({ signers: ['ana'] })
    const known = (await eventsOf(document)).length
    expect(await codeOf(find('ana', document, 'biel'))).toBe('PASSING_NOT_ALLOWED')
    expect(await codeOf(passOn('ana', document, 'biel'))).toBe('PASSING_NOT_ALLOWED')
    await untouched(document, known)
  })

  test('for nobody, for oneself, and for who signs it or approves it before', async () => {
    const signers = [{ userId: 'ana', ...approvedBy('carla') }, { userId: 'biel' }]
    const document = await send('yes', [], { signers })
    await approve(document)
    const known = (await eventsOf(document)).length
    for (const [name, code] of [
      ...(['nobody', 'ana'] as const).map((one) => [one, 'SUCCESSOR_UNKNOWN'] as const),
      ...(['biel', 'carla'] as const).map((one) => [one, 'SUCCESSOR_HAS_PART'] as const),
    ]) {
      expect(await codeOf(find('ana', document, name))).toBe(code)
    }
    expect(await codeOf(passOn('ana', document, 'ana'))).toBe('SUCCESSOR_UNKNOWN')
    expect(await codeOf(passOn('ana', document, 'carla'))).toBe('SUCCESSOR_HAS_PART')
    await untouched(document, known)
  })

  test('by somebody else, before it is their turn, while they sign, and once it is over', async () => {
    const stages = [
      { userId: 'ana', stage: 1 },
      { userId: 'carla', stage: 2 },
    ]
    const document = await send('yes', [], { signers: stages })
    const ofAna = { params: { signerGuid: slotOf(document, 'ana') }, body: { Person: idOf('carla'), Reason: 'Mine' } }
    expect(await codeOf(callsOf('biel').passOn(ofAna))).toBe('DOCUMENT_NOT_FOUND')
    expect(await codeOf(callsOf('biel').passingRequest({ params: ofAna.params }))).toBe('DOCUMENT_NOT_FOUND')
    expect(await codeOf(callsOf('biel').keepSlot({ params: ofAna.params }))).toBe('DOCUMENT_NOT_FOUND')
    expect(await codeOf(passOn('carla', document, 'biel'))).toBe('DOCUMENT_NOT_FOUND')
    await query(`update signers set state = 'signing' where id = $1`, [ofAna.params.signerGuid])
    expect(await codeOf(passOn('ana', document, 'biel'))).toBe('DOCUMENT_BUSY')
    await query(`update signers set state = 'pending' where id = $1`, [ofAna.params.signerGuid])
    await query(`update documents set deadline = now() where id = $1`, [document.guid])
    expect(await codeOf(passOn('ana', document, 'biel'))).toBe('DOCUMENT_NO_LONGER_AVAILABLE')
    await query(`update documents set deadline = null where id = $1`, [document.guid])
    await ask(`documents/${document.guid}/cancelled`, { method: 'POST' })
    expect(await codeOf(passOn('ana', document, 'biel'))).toBe('DOCUMENT_NO_LONGER_AVAILABLE')
  })
})

describe('what the sender says of it', () => {
  const policyOf = async (who: DemoName, { guid }: SentDocument, substitution?: string) => {
    const call = { query: { PageNumber: '1', PageSize: '100' }, ...actingFor(substitution) }
    const { List } = await callsOf(who).pendingDocuments(call)
    return List.find(({ DocGUI }) => DocGUI === guid)?.SignerDTO.PassingOn
  }

  test('is told to who signs, and not to who stands in for them', async () => {
    const document = await send('asked')
    expect(await policyOf('ana', document)).toBe('asked')
    const substitution = await standIn('ana', 'biel')
    expect(await policyOf('biel', document, substitution)).toBe('no')
    await endAll()
  })

  test('may become something else after sending, which the record says, and holds for who is added then', async () => {
    const document = await send('no')
    expect(await change(document.guid, { passingOn: 'yes' })).toMatchObject({ body: { passingOn: 'yes' } })
    expect((await eventsOf(document)).at(-1)).toMatchObject({
      changes: [{ what: 'passingOn', person: null, before: 'no', after: 'yes' }],
    })
    await change(document.guid, { addSigners: [{ userId: 'biel' }] })
    expect(await policyOf('biel', document)).toBe('yes')
    expect(await passOn('ana', document, 'carla')).toBe('PassedOn')
  })
})
