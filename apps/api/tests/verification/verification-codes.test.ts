/** Codes that lead from a printed document to what is told of it. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { readEvidenceFile } from '@rubrica/evidence-file'
import { openSymbolReader } from '@rubrica/rendering/testing'
import { openScene, trySigning, type Scene } from '@rubrica/testing'
import { fetchEvidence } from '../scenes/fetch-evidence.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { CODES_LOOKED_UP_PER_MINUTE: '1000000' } })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

beforeEach(() => query('delete from verification_counts'))

interface Told {
  Code?: string
  Details?: { Challenge: string; Bits: number }
  Level: string
  State: string
  Check: string
  EndedAt: string | null
  Integrity: string | null
  Signatures: { Signer: string; SignedAt: string }[]
  FileName: string | null
}
interface Code {
  code: string | null
  address: string | null
  level: string
  withdrawn: boolean
}

const post = (path: string, body: object) =>
  fetch(`${scene.portal.url}/api/verification/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function lookUp(code: string | null, work?: string): Promise<Told & { status: number }> {
  const answer = await post('codes', { Code: code, Work: work })
  return { status: answer.status, ...((await answer.json()) as Told) }
}

async function askCode(guid: string, change?: object, token = scene.senderToken): Promise<Code & { status: number }> {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/verification`, {
    method: change ? 'PATCH' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: change && JSON.stringify(change),
  })
  return { status: answer.status, ...((await answer.json()) as Code) }
}

async function sendSigned() {
  const sent = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  return sent
}

const UNKNOWN = { status: 404, Code: 'VERIFICATION_CODE_UNKNOWN' }

test('a document has one code, of which the database holds a digest and a wrapped copy alone', async () => {
  const sent = await sendSigned()
  const asked = await Promise.all([1, 2, 3, 4].map(() => askCode(sent.guid)))
  const { code, address } = asked[0]!
  expect(asked.every((one) => one.code === code)).toBe(true)
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-Z*~$=]$/)
  expect(address).toBe(`${scene.portal.url}/v/${code}`)
  const [row] = await query<{ digest: Buffer; wrapped_code: Buffer }>(
    'select digest, wrapped_code from verification_codes where document_id = $1',
    [sent.guid],
  )
  expect(row!.digest).toEqual(createHash('sha256').update(code!).digest())
  expect(row!.wrapped_code.includes(code!)).toBe(false)
})

test('it is printed in the visible signature and on the evidence, where a QR symbol leads to its page', async () => {
  await using symbols = openSymbolReader()
  const position = { page: 1, x: 40, y: 60, width: 260, height: 90 }
  const sent = await scene.send({ signers: ['ana'], signer: { positions: [position] } })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  const { code, address } = await askCode(sent.guid)
  expect(await symbols.read(await scene.download(sent))).toBe(address)
  const { bytes } = await fetchEvidence(scene, sent.guid)
  expect(await symbols.read(bytes)).toBe(address)
  const { manifest } = readEvidenceFile(bytes)
  expect(manifest.verification).toEqual({ code, address })
  await askCode(sent.guid, { withdrawn: true })
  const other = await scene.send({ signers: ['ana'], signer: { positions: [position] } })
  await askCode(other.guid, { withdrawn: true })
  expect(await trySigning(scene.people.ana, other.signers[0]!.guid)).toBe(204)
  expect(await symbols.read(await scene.download(other))).toBeUndefined()
})

test('each level tells what the one before it tells, and more', async () => {
  const sent = await sendSigned()
  const { code } = await askCode(sent.guid)
  const { code: ofOpen } = await askCode((await scene.send({ signers: ['biel'] })).guid)
  expect(await lookUp(ofOpen)).toMatchObject({ status: 200, State: 'open', EndedAt: null, Signatures: [] })
  const facts = await lookUp(code!.toLowerCase().replaceAll('-', ' '))
  expect(facts).toMatchObject({ status: 200, Level: 'facts', State: 'completed', Integrity: 'intact', FileName: null })
  expect(facts.Signatures.map(({ Signer }) => Signer)).toEqual([expect.stringMatching(/^(?:\p{Lu}\. ?)+$/u)])
  await askCode(sent.guid, { level: 'compare' })
  const compared = await lookUp(code)
  expect(compared).toMatchObject({ Level: 'compare', State: 'completed', Integrity: null, Signatures: [] })
  expect((await post('codes/document', { Code: code })).status).toBe(404)
  await askCode(sent.guid, { level: 'names' })
  expect((await lookUp(code)).Signatures[0]!.Signer).toMatch(/^Ana /)
  expect(await lookUp(code)).toMatchObject({ FileName: null })
  expect((await post('codes/document', { Code: code })).status).toBe(404)
  await askCode(sent.guid, { level: 'download' })
  expect(await lookUp(code)).toMatchObject({ FileName: 'document.pdf' })
  const fetched = await post('codes/document', { Code: code })
  expect(Buffer.from(await fetched.arrayBuffer()).equals(Buffer.from(await scene.download(sent)))).toBe(true)
  expect(fetched.headers.get('cache-control')).toContain('no-store')
  for (const told of [facts, compared]) expect(JSON.stringify(told)).not.toContain(scene.people.ana.legalId)
})

test('a copy can be compared with what a code leads to, and its digest is not told', async () => {
  const sent = await sendSigned()
  const { code } = await askCode(sent.guid, { level: 'compare' })
  const digest = createHash('sha256')
    .update(await scene.download(sent))
    .digest()
  const { Check: check, ...told } = await lookUp(code)
  expect(check).toBe(createHash('sha256').update(digest).digest('hex'))
  expect(JSON.stringify(told)).not.toContain(digest.toString('hex'))
})

test('a withdrawn code, an unknown one, a slip and nonsense are one and the same, and withdrawing can be undone', async () => {
  const sent = await sendSigned()
  const { code } = await askCode(sent.guid)
  expect(await askCode(sent.guid, { withdrawn: true })).toMatchObject({ withdrawn: true, code: null, address: null })
  const slip = code!.replace(/^./, (first) => (first === '0' ? '1' : '0'))
  const answers = await Promise.all([code, '0000-0000-0000-0000-0000-0', slip, 'nonsense'].map((one) => lookUp(one)))
  for (const answer of answers) expect(answer).toMatchObject(UNKNOWN)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await askCode(sent.guid, { withdrawn: false })).toMatchObject({ withdrawn: false, code })
  expect((await lookUp(code)).status).toBe(200)
})

test('a change of a code is one event of the document with what held before and after, and none is none', async () => {
  const sent = await sendSigned()
  const events = () =>
    query<{ canonical: string }>(
      "select canonical from audit_events where document_id = $1 and type = 'verification-changed' order by sequence",
      [sent.guid],
    )
  await askCode(sent.guid)
  await askCode(sent.guid, { withdrawn: false })
  expect(await events()).toEqual([])
  await Promise.all([1, 2, 3].map(() => askCode(sent.guid, { level: 'names' })))
  const [event, ...more] = await events()
  expect(more).toEqual([])
  expect(JSON.parse(event!.canonical)).toMatchObject({
    facts: { 'level.before': null, 'level.after': 'names', 'withdrawn.before': false, 'withdrawn.after': false },
  })
})

test('only who may see a document learns its code', async () => {
  const { guid } = await sendSigned()
  expect((await askCode(guid, undefined, scene.people.carla.token)).status).not.toBe(200)
  expect((await askCode(crypto.randomUUID())).status).toBe(404)
  expect((await askCode(guid, {})).status).toBe(400)
  expect((await askCode(guid, { level: 'everything' })).status).toBe(400)
})

test('look-ups are counted, and not who made them; after two hundred wrong ones each costs work for that code', async () => {
  const { code } = await askCode((await sendSigned()).guid)
  await Promise.all(Array.from({ length: 200 }, () => lookUp('0000-0000-0000-0000-0000-0')))
  const counts = await query<{ outcome: string; count: string }>(
    'select outcome, sum(count) as count from verification_counts group by 1',
  )
  expect(counts).toEqual([{ outcome: 'unknown', count: '200' }])
  const refused = await lookUp(code)
  expect(refused).toMatchObject({ status: 403, Code: 'VERIFICATION_WORK_NEEDED' })
  const { Challenge: challenge, Bits: bits } = refused.Details!
  const work = workOut(challenge, bits, code!)
  expect(await lookUp('0000-0000-0000-0000-0000-0', work)).toMatchObject({ status: 403 })
  expect(await lookUp(code, `${challenge}.0`)).toMatchObject({ status: 403 })
  expect(await lookUp(code, workOut('A'.repeat(challenge.length), bits, code!))).toMatchObject({ status: 403 })
  expect((await lookUp(code, work)).status).toBe(200)
  await query("update verification_counts set hour = hour - interval '3 hours'")
  expect((await lookUp(code)).status).toBe(200)
})

function workOut(challenge: string, bits: number, code: string): string {
  for (let number = 0; ; number += 1) {
    const work = `${challenge}.${number}`
    const hash = createHash('sha256').update(`${work}.${code}`).digest()
    if (Math.clz32(hash.readUInt32BE(0)) >= bits) return work
  }
}

test('an erased document is told nothing of', async () => {
  const sent = await sendSigned()
  const { code } = await askCode(sent.guid)
  await query('update documents set wrapped_data_key = null where id = $1', [sent.guid])
  expect(await lookUp(code)).toMatchObject(UNKNOWN)
})
