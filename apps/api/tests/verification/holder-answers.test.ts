/** Codes that tell names, or give the document, only to who also knows the end of a signer's legal id. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, sendDocument, trySigning, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { CODES_LOOKED_UP_PER_MINUTE: '1000000' } })
  await query('update subscriptions set allows_guests = true')
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const post = (path: string, body: object) =>
  fetch(`${scene.portal.url}/api/verification/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

interface Told {
  Level: string
  Question: string
  Signatures: { Signer: string }[]
  FileName: string | null
}
const lookUp = async (code: string, answer?: string) =>
  (await (await post('codes', { Code: code, Answer: answer })).json()) as Told

interface Code {
  code: string
  asksHolder: boolean
  canAskHolder: boolean
}
async function changeCode(guid: string, change: object): Promise<Code> {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/verification`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Code
}

/** A document that Ana signed, whose code asks its holder. */
async function asking(level: string) {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  return { guid, code: (await changeCode(guid, { level, asksHolder: true })).code }
}

const rightAnswer = () => scene.people.ana.legalId.slice(-4)
const WRONG = '0000'
const FACTS = {
  Level: 'facts',
  FileName: null,
  Signatures: [{ Signer: expect.stringMatching(/^(?:\p{Lu}\. ?)+$/u) as string }],
}

test('who does not answer, or wrongly, is told the facts and what is asked; who answers right is told all', async () => {
  const { code } = await asking('names')
  expect(await lookUp(code)).toMatchObject({ ...FACTS, Question: 'open' })
  expect(await lookUp(code, WRONG)).toMatchObject({ ...FACTS, Question: 'wrong' })
  const spelled = [...rightAnswer().toLowerCase()].join('-')
  const told = await lookUp(code, spelled)
  expect(told).toMatchObject({ Level: 'names', Question: 'none' })
  expect(told.Signatures[0]!.Signer).toMatch(/^Ana /)
})

test('the document is given to nobody without the answer', async () => {
  const { code } = await asking('download')
  const refused = await Promise.all(
    [{}, { Answer: WRONG }].map((more) => post('codes/document', { Code: code, ...more })),
  )
  for (const answer of refused) {
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ Code: 'VERIFICATION_CODE_UNKNOWN' }),
    ])
  }
  expect((await post('codes/document', { Code: code, Answer: rightAnswer() })).status).toBe(200)
  expect(await lookUp(code, rightAnswer())).toMatchObject({ Level: 'download', FileName: 'document.pdf' })
})

test('levels that tell no names ask nothing', async () => {
  for (const level of ['compare', 'facts']) {
    const { code } = await asking(level)
    expect(await lookUp(code)).toMatchObject({ Level: level, Question: 'none' })
  }
})

test('of wrong answers to a code five are looked at within an hour, however many come at once; right ones do not count', async () => {
  const { guid, code } = await asking('names')
  for (let times = 0; times < 7; times += 1) expect((await lookUp(code, rightAnswer())).Question).toBe('none')
  const told = await Promise.all(Array.from({ length: 12 }, () => lookUp(code, WRONG)))
  expect(told.map(({ Question }) => Question).toSorted()).toEqual([
    ...Array.from({ length: 7 }, () => 'later'),
    ...Array.from({ length: 5 }, () => 'wrong'),
  ])
  expect(await lookUp(code, rightAnswer())).toMatchObject({ ...FACTS, Question: 'later' })
  expect((await post('codes/document', { Code: code, Answer: rightAnswer() })).status).toBe(404)
  const { code: other } = await asking('names')
  expect((await lookUp(other, rightAnswer())).Question).toBe('none')
  await query(
    `update verification_codes set answers_since = answers_since - interval '1 hour' where document_id = $1`,
    [guid],
  )
  expect((await lookUp(code, WRONG)).Question).toBe('wrong')
  expect((await lookUp(code, rightAnswer())).Question).toBe('none')
})

async function ofGuest(legalId?: string) {
  const guest = {
    name: 'Gemma Guest',
    email: `${crypto.randomUUID()}@elsewhere.test`,
    language: 'en',
    legalId,
  } as const
  const { guid } = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'lease.pdf', signers: [{ guest }] },
  })
  return { guid, ...(await changeCode(guid, { level: 'names', asksHolder: true })) }
}

test('of a guest the sender says what is asked; where nobody has said, nobody can answer', async () => {
  const said = await ofGuest('IDCES-12345678Z')
  expect(said).toMatchObject({ canAskHolder: true })
  expect((await lookUp(said.code, '678z')).Level).toBe('names')
  for (const legalId of [undefined, 'X1']) {
    const unsaid = await ofGuest(legalId)
    expect(unsaid).toMatchObject({ canAskHolder: false, asksHolder: true })
    const [user] = await query<{ legal_id: string }>(
      'select legal_id from users join signers on signers.user_id = users.id where document_id = $1',
      [unsaid.guid],
    )
    for (const answer of [user!.legal_id.slice(-4), 'X1', '-']) {
      expect((await lookUp(unsaid.code, answer)).Question).toBe('wrong')
    }
  }
})

test('that a code asks is an event of the document, with what held before and after', async () => {
  const { guid } = await asking('names')
  await changeCode(guid, { asksHolder: true })
  await changeCode(guid, { asksHolder: false })
  const events = await query<{ canonical: string }>(
    "select canonical from audit_events where document_id = $1 and type = 'verification-changed' order by sequence",
    [guid],
  )
  expect(events.map(({ canonical }) => (JSON.parse(canonical) as { facts: object }).facts)).toMatchObject([
    { 'asksHolder.before': false, 'asksHolder.after': true },
    { 'asksHolder.before': true, 'asksHolder.after': false, 'level.before': 'names', 'level.after': 'names' },
  ])
})
