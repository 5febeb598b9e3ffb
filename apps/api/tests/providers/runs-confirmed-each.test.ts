/** Runs whose person confirms each document at the provider: asked for one after another, signed by the server. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import {
  askPdfsig,
  decideConsent,
  decideOnPage,
  decidePush,
  IN_FULL_RUN,
  linkAccount,
  sampleOf,
  type DemoSigner,
  type Scene,
} from '@rubrica/testing'
import { refusalOf, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import { CONFIRMING_FAILPOINTS, CONSENT_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'
import { itemsOf, moveRun, sendMany, showRun, signerOf, untilRun, type Run } from '../scenes/signing-run-scene.ts'

const DOCUMENTS = IN_FULL_RUN ? 20 : 4

let scene: Scene
let ana: DemoSigner
beforeAll(async () => {
  scene = await openRestartingScene()
  ana = scene.people.ana
  await database().query(
    `update users set phone = '+34600100100', certificate_flags = '{KeyVault,Ivnosys,Swisscom}' where user_id = 'ana'`,
  )
  const keys = await linkAccount(scene, 'ana', 'ivnosys')
  for (const [alias, { GUID }] of keys) guids.set(alias, GUID)
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => database().query('delete from signing_runs'))

const database = () => scene.portal.server.database!
const guids = new Map<string, string>()
const PATIENCE = { timeout: 60_000, interval: 50 }

/** How a person is asked, and answers. */
interface Way {
  readonly key: () => { readonly CertGUID: string } | { readonly CertType: string }
  /** @param page null where the phone asks */
  readonly decide: (page: string | null, isAgreed: boolean) => Promise<unknown>
}

const WAYS: Readonly<Record<string, Way>> = {
  'at Swisscom': {
    key: () => ({ CertType: 'Swisscom' }),
    decide: (page, isAgreed) => decideConsent(page, isAgreed ? 'accept' : 'cancel'),
  },
  'on the page of Ivnosys': {
    key: () => ({ CertGUID: guids.get('ana-redirect')! }),
    decide: (page, isAgreed) => decideOnPage(page!, isAgreed ? 'approve' : 'deny'),
  },
  'on the phone by Ivnosys': {
    key: () => ({ CertGUID: guids.get('ana-mobile')! }),
    decide: (_page, isAgreed) => decidePush(scene, isAgreed ? 'accept' : 'refuse'),
  },
}
const SWISSCOM = WAYS['at Swisscom']!
/** Its signatures get their timestamps here. */
const IVNOSYS = WAYS['on the page of Ivnosys']!

const authorise = ({ RunGUID }: Pick<Run, 'RunGUID'>) =>
  ana.call.authoriseRun({ params: { runGuid: RunGUID }, body: {} })

/** Begins a run and has the person asked for its first document. */
async function begin(way: Way, documents: readonly SentDocument[]): Promise<Run> {
  const Items = documents.map((document) => ({ SignerGUID: signerOf(document) }))
  const run = await ana.call.beginRun({ body: { ...way.key(), AccessMethod: 'USER_PASS', Items } })
  expect(run).toMatchObject({ State: 'needs-person', Asked: null, Counts: { queued: documents.length } })
  return authorise(run)
}

/** Waits until the person is asked for a document, and says which. */
async function untilAsked(run: Run, document: SentDocument): Promise<string | null> {
  let page: string | null = null
  await expect
    .poll(async () => {
      const { Asked } = await showRun(ana, run)
      page = Asked?.Page ?? null
      return Asked?.SignerGUID
    }, PATIENCE)
    .toBe(signerOf(document))
  return page
}

/** What is asked for now, for each document. */
const errandsOf = async ({ RunGUID }: Run) =>
  (
    await database().query<{ errand_id: string | null }>('select errand_id from signing_run_items where run_id = $1', [
      RunGUID,
    ])
  ).map((row) => row.errand_id)

async function confirmAll(run: Run, way: Way, documents: readonly SentDocument[]): Promise<void> {
  for (const document of documents) await way.decide(await untilAsked(run, document), true)
}

const verdictsOf = async (document: SentDocument) => (await askPdfsig(await scene.download(document))).verdicts
const VALID = 'Signature is Valid.'

describe.each(sampleOf(Object.entries(WAYS), 4))('a run that is confirmed %s', (_title, way) => {
  test('asks for one document after another, and signs each once it is confirmed', async () => {
    const documents = await sendMany(scene, 3, 'ana')
    const run = await begin(way, documents)
    const page = await untilAsked(run, documents[0]!)
    expect((await showRun(ana, run)).Counts).toMatchObject({ asked: 1, queued: 2 })
    expect(await signaturesOf(scene, documents[0]!)).toBe(0)
    await way.decide(page, true)
    await confirmAll(run, way, documents.slice(1))
    expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 3 })
    for (const document of documents) expect(await verdictsOf(document)).toEqual([VALID])
  })

  test('goes on where its server was killed, and signs each document once', { timeout: 240_000 }, async () => {
    const documents = await sendMany(scene, DOCUMENTS, 'ana')
    const [first, second, third, ...rest] = documents as [SentDocument, SentDocument, SentDocument]
    const run = await begin(way, documents)
    await confirmAll(run, way, [first, second])
    const page = await untilAsked(run, third)
    await scene.portal.server.kill9()
    // Confirmed while nobody is there.
    await way.decide(page, true)
    await scene.portal.server.restart()
    await confirmAll(run, way, rest)
    expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: DOCUMENTS })
    const counts = await Promise.all(documents.map((document) => signaturesOf(scene, document)))
    expect(counts).toEqual(documents.map(() => 1))
    expect(await verdictsOf(third)).toEqual([VALID])
  })

  test('waits for its person where they have refused, and asks anew when they go on', async () => {
    const documents = await sendMany(scene, 2, 'ana')
    const run = await begin(way, documents)
    await way.decide(await untilAsked(run, documents[0]!), false)
    const left = await untilRun(ana, run, 'needs-person')
    expect(left).toMatchObject({ Asked: null, Counts: { queued: 2 } })
    expect(left.Code).toMatch(/^(CONSENT_REFUSED|TRANSACTION_REFUSED|SIGNING_CANCELLED)$/)
    expect(await signaturesOf(scene, documents[0]!)).toBe(0)
    await authorise(run)
    await confirmAll(run, way, documents)
    expect(await untilRun(ana, run, 'done')).toMatchObject({ Code: null, Counts: { signed: 2 } })
  })

  test('signs nothing that is confirmed after it was stopped', async () => {
    const documents = await sendMany(scene, 2, 'ana')
    const run = await begin(way, documents)
    const page = await untilAsked(run, documents[0]!)
    await moveRun(ana, run, 'stopped')
    await way.decide(page, true)
    expect((await untilRun(ana, run, 'stopped')).Counts).toMatchObject({ discarded: 2 })
    // Another one that is worked on meanwhile shows that there was time for it.
    const [other] = await sendMany(scene, 1, 'ana')
    await confirmAll(await begin(way, [other!]), way, [other!])
    await expect.poll(() => signaturesOf(scene, other!), PATIENCE).toBe(1)
    for (const document of documents) expect(await signaturesOf(scene, document)).toBe(0)
  })

  test('asks anew for a document that somebody else has signed meanwhile', async () => {
    const document = await scene.send({ signers: ['ana', 'biel'] })
    const run = await begin(way, [document])
    const page = await untilAsked(run, document)
    const [first] = await errandsOf(run)
    const { biel } = scene.people
    await sign(biel, { ...document, signers: document.signers.slice(1) }, { PIN: biel.pin })
    await way.decide(page, true)
    await expect
      .poll(async () => (await errandsOf(run)).filter((id) => id !== null && id !== first), PATIENCE)
      .toHaveLength(1)
    await confirmAll(run, way, [document])
    expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 1 })
    expect(await verdictsOf(document)).toEqual([VALID, VALID])
  })
})

test('a run that is paused asks for nothing more, and goes on from there', async () => {
  const documents = await sendMany(scene, 2, 'ana')
  const run = await begin(SWISSCOM, documents)
  const page = await untilAsked(run, documents[0]!)
  await moveRun(ana, run, 'paused')
  await SWISSCOM.decide(page, true)
  await moveRun(ana, run, 'going-on')
  await confirmAll(run, SWISSCOM, documents.slice(1))
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 2 })
})

test('a document that cannot be signed is told with its reason, and the next one is asked for', async () => {
  const [gone, last] = await sendMany(scene, 2, 'ana')
  const run = await begin(SWISSCOM, [gone!, last!])
  const page = await untilAsked(run, gone!)
  const reason = { RejectionReason: 'No', AccessMethod: 'USER_PASS' as const }
  await ana.call.rejectDocument({ params: { signerGuid: signerOf(gone!) }, body: reason })
  await SWISSCOM.decide(page, true)
  await confirmAll(run, SWISSCOM, [last!])
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 1, failed: 1 })
  expect(await itemsOf(ana, run)).toMatchObject([
    { State: 'failed', Code: 'DOCUMENT_NO_LONGER_AVAILABLE' },
    { State: 'signed', Code: null },
  ])
})

/** Keeps each code that a run says, and whether it has begun a pause: it goes on so soon that a look can come too late. */
const noteCodes = () =>
  database().query(`
    create table noted_codes (run_id uuid, code text, is_paused boolean);
    create function note_code() returns trigger language plpgsql as $$ begin
      insert into noted_codes values (new.id, new.code, new.due_at > now() + interval '500 milliseconds');
      return null;
    end $$;
    create trigger note_code after update of code on signing_runs for each row when (new.code is not null)
      execute function note_code()`)

test('an authority that is away has it tried again after a pause; a confirmation that was spent with it is asked for anew', async () => {
  const documents = await sendMany(scene, 2, 'ana')
  const run = await begin(IVNOSYS, documents)
  const page = await untilAsked(run, documents[0]!)
  await noteCodes()
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http503', times: 1 })
  await IVNOSYS.decide(page, true)
  const pauses = () => database().query('select code, is_paused from noted_codes where run_id = $1', [run.RunGUID])
  await expect.poll(pauses, PATIENCE).toEqual([{ code: 'TIMESTAMP_UNAVAILABLE', is_paused: true }])
  await confirmAll(run, IVNOSYS, documents)
  expect(await untilRun(ana, run, 'done')).toMatchObject({ Code: null, Counts: { signed: 2 } })
  expect(await database().query('select from errands where signer_id = $1', [signerOf(documents[0]!)])).toHaveLength(2)
})

test('who ends their sessions ends the run, and what they confirm then is not signed', async () => {
  const [document] = await sendMany(scene, 1, 'ana')
  const run = await begin(SWISSCOM, [document!])
  await untilAsked(run, document!)
  await database().query(`update users set token_generation = token_generation + 1 where user_id = 'ana'`)
  const state = () => database().query('select state, code from signing_runs where id = $1', [run.RunGUID])
  await expect.poll(state, PATIENCE).toEqual([{ state: 'stopped', code: 'SESSION_ENDED' }])
  await scene.renew()
  ana = scene.people.ana
  expect(await signaturesOf(scene, document!)).toBe(0)
})

describe('is refused', () => {
  const beginWith = async (key: { CertGUID?: string; CertType?: string }) => {
    const [document] = await sendMany(scene, 1, 'ana')
    const Items = [{ SignerGUID: signerOf(document!) }]
    return refusalOf(ana.call.beginRun({ body: { ...key, AccessMethod: 'USER_PASS', Items } }))
  }

  test('what asks for a PIN with each document', async () => {
    await database().query('update certificates set pin_required = true where id = $1', [guids.get('ana-redirect')])
    expect(await beginWith({ CertGUID: guids.get('ana-redirect')! })).toMatchObject({
      status: 422,
      code: 'CERTIFICATE_NOT_FOR_RUNS',
    })
    await database().query('update certificates set pin_required = false where id = $1', [guids.get('ana-redirect')])
  })

  test('a type of which no certificates are made', async () => {
    expect(await beginWith({ CertType: 'KeyVault' })).toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' })
  })

  test('a run with both a certificate and a type, or neither', async () => {
    expect(await beginWith({})).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(await beginWith({ CertGUID: ana.certificateId, CertType: 'Swisscom' })).toMatchObject({ status: 400 })
  })
})

test('what was signed by a server that died is told as signed, also where the run is stopped then', async () => {
  const { server } = scene.portal
  const documents = await sendMany(scene, 2, 'ana')
  await server.restart({ FAILPOINT: 'run-item-finished' })
  const run = await begin(SWISSCOM, documents)
  await SWISSCOM.decide(await untilAsked(run, documents[0]!), true)
  expect((await server.program.ended).signal).toBe('SIGKILL')
  // Nobody goes on with it meanwhile.
  await database().query('update signing_runs set paused = true where id = $1', [run.RunGUID])
  await server.restart({ FAILPOINT: undefined })
  await moveRun(ana, run, 'stopped')
  expect((await itemsOf(ana, run)).map(({ State }) => State)).toEqual(['signed', 'discarded'])
  expect(await signaturesOf(scene, documents[0]!)).toBe(1)
})

test('the log says when the terms of a document were agreed to, however late it is confirmed', async () => {
  const disclaimer = { title: 'Terms', text: 'I have read them.' }
  const document = await scene.send({ signers: ['ana'], signer: { disclaimer } })
  const AcceptedDisclaimer = createHash('sha256').update(`${disclaimer.title}\n${disclaimer.text}`).digest('hex')
  const Items = [{ SignerGUID: signerOf(document), AcceptedDisclaimer }]
  const run = await ana.call.beginRun({ body: { ...SWISSCOM.key(), AccessMethod: 'USER_PASS', Items } })
  await database().query(`update signing_runs set created_at = created_at - interval '1 hour' where id = $1`, [
    run.RunGUID,
  ])
  const { CreatedAt } = await authorise(run)
  await confirmAll(run, SWISSCOM, [document])
  await untilRun(ana, run, 'done')
  const [signed] = await database().query<{ canonical: string }>(
    `select canonical from audit_events where document_id = $1 and type = 'document-signed'`,
    [document.guid],
  )
  expect(signed!.canonical).toContain(`"disclaimerAcceptedAt":"${CreatedAt}"`)
})

test
  .runIf(IN_FULL_RUN)
  .each([...CONFIRMING_FAILPOINTS, ...CONSENT_FAILPOINTS, 'run-item-finished', 'run-item-settled'] as const)(
  'a run whose server dies at %s signs each document once',
  { timeout: 120_000 },
  async (failpoint) => {
    const { server } = scene.portal
    const documents = await sendMany(scene, 2, 'ana')
    await server.restart({ FAILPOINT: failpoint })
    const run = await begin(SWISSCOM, documents)
    const person = confirmAll(run, SWISSCOM, documents).catch(() => undefined)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ FAILPOINT: undefined })
    await person
    expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 2 })
    for (const document of documents) expect(await signaturesOf(scene, document)).toBe(1)
  },
)

test('a document that was signed, though its run could not note it, is told as signed and asked for no more', async () => {
  const [document] = await sendMany(scene, 1, 'ana')
  await database().query('create sequence notings')
  await database().query(`create function fail_once() returns trigger language plpgsql as $$
    begin if nextval('notings') = 1 then raise 'not noted'; end if; return new; end $$`)
  await database().query(`create trigger fails_once before update on signing_run_items for each row
    when (new.state = 'signed') execute function fail_once()`)
  const run = await begin(IVNOSYS, [document!])
  await IVNOSYS.decide(await untilAsked(run, document!), true)
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 1, failed: 0 })
  expect(await database().query('select last_value::int as tried from notings')).toEqual([{ tried: 2 }])
  expect(await signaturesOf(scene, document!)).toBe(1)
  await database().query('drop function fail_once cascade')
})
