/** Who is asked to sign names somebody else, and the sender wants to agree. */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { trySigning, type Scene } from '@rubrica/testing'
import { changingScene } from '../scenes/changing-scene.ts'
import { openPassing } from '../scenes/passing-scene.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }

const changing = changingScene({ CALLS_PER_MINUTE: '1000000' })
const { ask, change, findingsOf, mailsOf, query, replace, statusOf } = changing
const { send, slotOf, passOn, keep, requestOf, answer, codeOf, eventsOf, standingOf } = openPassing(changing)
let scene: Scene
beforeAll(() => {
  scene = changing.opened()
})

describe('where the sender wants to agree', () => {
  let document: SentDocument
  beforeEach(async () => {
    document = await send('asked')
    expect(await passOn('ana', document, 'biel', 'He leads it')).toBe('Asked')
  })
  const named = async () => (await statusOf(document.guid)).signers[0]!.passing

  test('they read whom and why, and until they answer nothing has changed', async () => {
    expect(await named()).toMatchObject({ userId: 'biel', name: 'Biel Roca Puig', reason: 'He leads it' })
    expect(await requestOf('ana', document)).toMatchObject({ Name: 'Biel Roca Puig', DeclinedAt: null })
    expect((await eventsOf(document)).at(-1)).toMatchObject({
      ...{ type: 'passing-asked', reason: 'He leads it' },
      changes: [{ what: 'successor', before: null, after: 'Biel Roca Puig' }],
    })
    expect(await statusOf(document.guid)).toMatchObject({ version: 1 })
    expect(await trySigning(scene.people.ana, slotOf(document, 'ana'))).toBe(204)
    expect(await named()).toBeNull()
    expect(await answer(document, { agree: true })).toMatchObject({ status: 409, code: 'SIGNER_HAS_ACTED' })
    expect(await findingsOf(document.guid)).toEqual([])
  })

  test('the list of what they sent says how many wait for their word', async () => {
    const document = await send('asked', ['ana', 'biel'])
    const questionsOf = async () => {
      const { data } = (await ask('documents?limit=200')).body as { data: { guid: string; questions: number }[] }
      return data.find(({ guid }) => guid === document.guid)?.questions
    }
    expect(await questionsOf()).toBe(0)
    await passOn('ana', document, 'carla')
    expect(await questionsOf()).toBe(1)
    expect(await answer(document, { agree: false, reason: 'She is the one' })).toMatchObject({ status: 200 })
    expect(await questionsOf()).toBe(0)
  })

  test('with their yes the other one is asked, and the first one is told', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { agree: true, reason: 'Thank you for telling' }
    expect(await answer(document, body, headers)).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await standingOf(document)).toEqual(['ana replaced', 'biel pending'])
    const again = await ask(`documents/${document.guid}/signers/${document.signers[0]!.guid}/passing`, {
      ...{ method: 'POST', body, headers },
    })
    expect(again).toMatchObject({ status: 200, body: { version: 2 } })
    await vi.waitFor(async () => {
      const told = (await mailsOf('ana')).find(({ text }) => text.includes('Thank you for telling'))
      expect(told?.subject).toBe('plan.pdf no longer waits for you')
    }, PATIENCE)
    expect(await trySigning(scene.people.biel, slotOf(await statusOf(document.guid), 'biel'))).toBe(204)
    expect(await findingsOf(document.guid)).toEqual([])
  })

  test('with their no the first one stays, is told why, and may ask again', async () => {
    expect(await answer(document, { agree: false, reason: 'It is your budget' })).toMatchObject({
      ...{ status: 200, body: { version: 1, signers: [{ userId: 'ana', state: 'pending', passing: null }] } },
    })
    expect(await requestOf('ana', document)).toMatchObject({ DeclineReason: 'It is your budget' })
    await vi.waitFor(async () => {
      const told = (await mailsOf('ana')).find(({ text }) => text.includes('It is your budget'))
      expect(told?.subject).toBe('plan.pdf stays with you')
    }, PATIENCE)
    expect(await answer(document, { agree: true })).toMatchObject({ status: 409, code: 'PASSING_NOT_ASKED' })
    expect(await passOn('ana', document, 'carla')).toBe('Asked')
    expect(await named()).toMatchObject({ userId: 'carla' })
    expect(await findingsOf(document.guid)).toEqual([])
  })

  test('it can be taken back, and asked anew: the last one counts', async () => {
    await passOn('ana', document, 'carla', 'Or she')
    expect(await named()).toMatchObject({ userId: 'carla', reason: 'Or she' })
    await keep('ana', document)
    expect([await named(), await requestOf('ana', document)]).toEqual([null, null])
    expect(await codeOf(keep('ana', document))).toBe('PASSING_NOT_ASKED')
    expect(await answer(document, { agree: true })).toMatchObject({ status: 409, code: 'PASSING_NOT_ASKED' })
    expect((await eventsOf(document)).map(({ type }) => type).slice(-3)).toEqual([
      ...['passing-asked', 'passing-asked', 'passing-withdrawn'],
    ])
    expect(await findingsOf(document.guid)).toEqual([])
  })

  test('their yes is to whom they saw, and to nobody who was named meanwhile', async () => {
    const { askedAt } = (await named())!
    await passOn('ana', document, 'carla', 'Or she')
    const agreed = { agree: true, askedAt }
    expect(await answer(document, agreed)).toMatchObject({ status: 409, code: 'PASSING_NOT_ASKED' })
    expect(await standingOf(document)).toEqual(['ana pending'])
    const { askedAt: asked } = (await named())!
    expect(await answer(document, { ...agreed, askedAt: asked })).toMatchObject({ status: 200 })
    expect(await standingOf(document)).toEqual(['ana replaced', 'carla pending'])
  })

  test('of two answers at once one is carried out', async () => {
    const answers = await Promise.all([answer(document, { agree: true }), answer(document, { agree: false })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await findingsOf(document.guid)).toEqual([])
  })

  test('who cannot sign any more, or has a part in it since, is not agreed to', async () => {
    await query(`update users set active = false where user_id = 'biel'`)
    const refused = await answer(document, { agree: true })
    await query(`update users set active = true where user_id = 'biel'`)
    expect(refused).toMatchObject({ status: 422, code: 'SUCCESSOR_UNKNOWN' })
    await change(document.guid, { addSigners: [{ userId: 'biel' }] })
    expect(await answer(document, { agree: true })).toMatchObject({ status: 422, code: 'SUCCESSOR_HAS_PART' })
    expect(await answer(document, { agree: false })).toMatchObject({ status: 200 })
  })

  test('who is replaced, or whose document is over, waits for no answer', async () => {
    await replace(document.guid, slotOf(document, 'ana'), { userId: 'carla' })
    expect(await query(`select 1 from passing_requests where document_id = $1`, [document.guid])).toEqual([])
    const other = await send('asked')
    await passOn('ana', other, 'biel')
    await ask(`documents/${other.guid}/cancelled`, { method: 'POST' })
    const [slot] = (await statusOf(other.guid)).signers
    expect(slot).toMatchObject({ state: 'cancelled', passing: null })
    expect(await answer(other, { agree: true })).toMatchObject({ status: 409 })
    expect(await codeOf(keep('ana', other))).toBe('PASSING_NOT_ASKED')
  })
})
