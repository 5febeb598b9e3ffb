/** Who signs again, or looks, is told what earlier signatures are worth and what was changed since. */
import { writeFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  linkAccount,
  makePdf,
  makeTemporaryDirectory,
  openScene,
  PROVIDER_PIN,
  runCli,
  startSandbox,
  trySigning,
  type RunningSandbox,
  type Scene,
  type TemporaryDirectory,
} from '@rubrica/testing'
import { untilArchived } from '../scenes/until-archived.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }
const PIN = '1357'

let scene: Scene
let folder: TemporaryDirectory
let stranger: RunningSandbox
beforeAll(async () => {
  folder = await makeTemporaryDirectory()
  stranger = await startSandbox({ isStranger: true })
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { ARCHIVE_DELAY_MS: '0' } })
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await stranger[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(sql, values)

/** A file that was signed before it is sent, by somebody whom a sandbox certified. */
async function signedBefore(
  sandbox: RunningSandbox,
  text: string,
  { isTimestamped = true }: { isTimestamped?: boolean } = {},
): Promise<Buffer> {
  const place = (name: string) => join(folder.path, `${crypto.randomUUID()}-${name}`)
  const [p12, input, out] = [place('key.p12'), place('in.pdf'), place('out.pdf')]
  await writeFile(p12, await sandbox.makePerson({ commonName: 'Dolors Earlier', keyType: 'rsa', pin: PIN }))
  await writeFile(input, makePdf({ text, pages: 2 }))
  const { tsa } = (await (await fetch(`${sandbox.url}/sandbox.json`)).json()) as { tsa: string }
  const level = isTimestamped ? ['--tsa', tsa] : []
  const { code, stderr } = await runCli(['sign', input, '--p12', p12, '--pin', PIN, ...level, '--out', out])
  if (code !== 0) throw new Error(stderr)
  return readFile(out)
}

/** The same, with other words on its first page: the content stream of makePdf is object 5. */
function withOtherWords(pdf: Buffer): Buffer {
  const words = 'BT /F1 18 Tf 72 760 Td (I owe you everything) Tj ET'
  const [, size] = /\/Size (\d+)(?![\s\S]*\/Size )/.exec(pdf.toString('latin1'))!
  const [, previous] = /startxref\s+(\d+)(?![\s\S]*startxref)/.exec(pdf.toString('latin1'))!
  const [, root] = /\/Root (\d+ \d+ R)(?![\s\S]*\/Root )/.exec(pdf.toString('latin1'))!
  const object = `5 0 obj\n<< /Length ${words.length} >>\nstream\n${words}\nendstream\nendobj\n`
  const table = `xref\n5 1\n${String(pdf.length).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer\n<< /Size ${size} /Root ${root} /Prev ${previous} >>\nstartxref\n${pdf.length + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(object + table + trailer, 'latin1')])
}

const sendTo = (pdf?: Uint8Array, more: object = {}) => scene.send({ signers: ['ana'], ...(pdf && { pdf }), ...more })

const look = (signerGuid: string) => scene.people.ana.call.documentSignatures({ params: { signerGuid } })

function sign(signerGuid: string, more: object = {}) {
  const { call, certificateId, pin } = scene.people.ana
  const body = { CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS', ...more } as const
  return call.sign({ params: { type: 'keyvault', signerGuid }, body })
}

describe('the signatures of a document', () => {
  test('are none before anybody has signed', async () => {
    const { signers } = await sendTo()
    expect(await look(signers[0]!.guid)).toMatchObject({
      Integrity: 'intact',
      Warnings: [],
      NeedsConfirmation: false,
      Signatures: [],
      Archive: { State: 'none', Level: null, Reason: null },
    })
  })

  test('are told with signer, time and level, and are certain once their evidence is there', async () => {
    const document = await scene.send({ signers: ['biel', 'ana'] })
    const [biel, ana] = document.signers
    expect(await trySigning(scene.people.biel, biel!.guid)).toBe(204)
    await vi.waitFor(async () => {
      expect(await look(ana!.guid)).toMatchObject({
        Integrity: 'intact',
        Trust: 'anchored',
        Warnings: [],
        Signatures: [
          {
            Signer: 'Biel Roca Puig (SANDBOX)',
            Kind: 'signature',
            Indication: 'TOTAL-PASSED',
            Level: 'PAdES-BASELINE-T',
            Revision: 3,
            Changes: [],
          },
        ],
        Archive: { State: 'none', Level: 'PAdES-BASELINE-T' },
      })
    }, PATIENCE)
  })

  test('are long-term once the document is complete', async () => {
    const document = await sendTo()
    const signerGuid = document.signers[0]!.guid
    await sign(signerGuid)
    await untilArchived(scene, document)
    const shown = await look(signerGuid)
    expect(shown).toMatchObject({
      Integrity: 'intact',
      Trust: 'anchored',
      Warnings: [],
      Archive: { State: 'done', Level: 'PAdES-BASELINE-LTA', Reason: null },
    })
    expect(shown.Signatures.map(({ Kind, Indication, Level }) => [Kind, Indication, Level])).toEqual([
      ['signature', 'TOTAL-PASSED', 'PAdES-BASELINE-LTA'],
      ['timestamp', 'TOTAL-PASSED', 'DOCUMENT-TIMESTAMP'],
    ])
    const rules = shown.Signatures[0]!.Changes.map(({ JustifiedBy }) => JustifiedBy)
    expect(rules).not.toContain(null)
  })

  test('that were broken or bent before the document came are known in the list before anybody has opened it', async () => {
    const signed = await signedBefore(scene.portal.sandbox, 'Looked at on arrival')
    const send = (fileName: string, pdf: Buffer) => sendTo(pdf, { description: { fileName } })
    await send('arrived-changed.pdf', withOtherWords(signed))
    await send('arrived-intact.pdf', signed)
    await sendTo(undefined, { description: { fileName: 'arrived-unsigned.pdf' } })
    const { call } = scene.people.ana
    await vi.waitFor(async () => {
      const { List } = await call.pendingDocuments({ query: { FileName: 'arrived-' } })
      expect(List.map(({ FileName, Integrity }) => [FileName, Integrity])).toEqual([
        ['arrived-changed.pdf', 'suspicious'],
        ['arrived-intact.pdf', 'intact'],
        ['arrived-unsigned.pdf', null],
      ])
    }, PATIENCE)
  })

  test('are not told to who has nothing to do with the document', async () => {
    const { signers } = await sendTo()
    const asking = scene.people.biel.call.documentSignatures({ params: { signerGuid: signers[0]!.guid } })
    await expect(asking).rejects.toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  })

  test('are told to an approver too', async () => {
    const document = await sendTo(undefined, { signer: { approvers: [{ userId: 'carla' }] } })
    const approverGuid = document.signers[0]!.approvers[0]!.guid
    const { call } = scene.people.carla
    expect(await call.approvalSignatures({ params: { approverGuid } })).toMatchObject({ Integrity: 'intact' })
    const page = { params: { approverGuid, revision: '1', page: '1' }, query: {} } as const
    expect(await call.approvalRevisionPage(page as never)).toMatchObject({ NumberOfPages: 1 })
  })
})

describe('a file that was signed before it came', () => {
  test('and is as it was needs no confirmation, and its signature becomes long-term with the others', async () => {
    const document = await sendTo(await signedBefore(scene.portal.sandbox, 'As it was'))
    const signerGuid = document.signers[0]!.guid
    expect(await look(signerGuid)).toMatchObject({ Integrity: 'intact', NeedsConfirmation: false })
    await sign(signerGuid)
    expect(await untilArchived(scene, document)).toMatchObject({ state: 'done', reason: null })
    const levels = (await look(signerGuid)).Signatures.map(({ Level }) => Level)
    expect(levels).toEqual(['PAdES-BASELINE-LTA', 'PAdES-BASELINE-LTA', 'DOCUMENT-TIMESTAMP'])
  })

  test('without a timestamp gets one with the others', async () => {
    const pdf = await signedBefore(scene.portal.sandbox, 'No time', { isTimestamped: false })
    const document = await sendTo(pdf)
    const signerGuid = document.signers[0]!.guid
    await sign(signerGuid)
    expect(await untilArchived(scene, document)).toMatchObject({ state: 'done', reason: null })
    const { Integrity, Signatures } = await look(signerGuid)
    expect([Integrity, ...Signatures.map(({ Indication }) => Indication)]).toEqual([
      'intact',
      ...Array<string>(4).fill('TOTAL-PASSED'),
    ])
  })

  test('by somebody whom nobody here knows keeps ours from nothing, and the state says what is not covered', async () => {
    const document = await sendTo(await signedBefore(stranger, 'From elsewhere'))
    const signerGuid = document.signers[0]!.guid
    const shown = await look(signerGuid)
    expect(shown).toMatchObject({ Integrity: 'intact', Trust: 'unknown', NeedsConfirmation: false })
    expect(shown.Signatures[0]).toMatchObject({ Indication: 'INDETERMINATE' })
    await sign(signerGuid)
    expect(await untilArchived(scene, document)).toMatchObject({
      state: 'done',
      level: 'PAdES-BASELINE-LTA',
      reason: 'OTHERS_NOT_COVERED',
    })
  })
})

test('a signature that nobody can read keeps ours from nothing once the person has confirmed', async () => {
  const pdf = await signedBefore(stranger, 'Unreadable')
  const contents = pdf.indexOf('/Contents <') + '/Contents <'.length
  pdf.fill('0', contents, contents + 400)
  const document = await sendTo(pdf)
  const signerGuid = document.signers[0]!.guid
  expect(await look(signerGuid)).toMatchObject({ Integrity: 'broken', NeedsConfirmation: true })
  await sign(signerGuid, { AcceptChanges: true })
  expect(await untilArchived(scene, document)).toMatchObject({
    state: 'done',
    level: 'PAdES-BASELINE-LTA',
    reason: 'OTHERS_NOT_COVERED',
  })
})

describe('a file that was changed after a signature in it', () => {
  const changed = async (text: string) => sendTo(withOtherWords(await signedBefore(scene.portal.sandbox, text)))

  test('is told so, and can be seen as it was', async () => {
    const { signers } = await changed('Told')
    const signerGuid = signers[0]!.guid
    const shown = await look(signerGuid)
    expect(shown).toMatchObject({ Integrity: 'suspicious', NeedsConfirmation: true })
    expect(shown.Signatures[0]!.Changes).toContainEqual(
      expect.objectContaining({ What: 'PAGE_CONTENT', JustifiedBy: null }),
    )
    const pageOf = async (revision: number, page = 1) => {
      const answer = await fetch(
        `${scene.portal.url}/api/signatures/${signerGuid}/revisions/${revision}/pages/${page}?width=320`,
        { headers: { authorization: `Bearer ${scene.people.ana.token}` } },
      )
      const body = (await answer.json()) as { DocPageRendered?: string[]; NumberOfPages?: number; Code?: string }
      return { status: answer.status, picture: body.DocPageRendered?.[0], pages: body.NumberOfPages, code: body.Code }
    }
    const was = await pageOf(shown.Signatures[0]!.Revision!)
    const is = await pageOf(shown.Revisions)
    expect(was).toMatchObject({ status: 200, pages: 2 })
    expect(is.picture).not.toBe(was.picture)
    expect(await pageOf(1, 3)).toMatchObject({ status: 404, code: 'PAGE_NOT_FOUND' })
    expect(await pageOf(99)).toMatchObject({ status: 404, code: 'PAGE_NOT_FOUND' })
    expect(await query('select from page_views where signer_id = $1', [signerGuid])).toEqual([])
  })

  test('is signed only with the word of the person, which the log keeps; until then no PIN is tried', async () => {
    const document = await changed('Confirmed')
    const signerGuid = document.signers[0]!.guid
    const refusal = { status: 422, code: 'DOCUMENT_SUSPICIOUS', details: { Integrity: 'suspicious' } }
    await expect(sign(signerGuid, { PIN: 'wrong' })).rejects.toMatchObject(refusal)
    await expect(sign(signerGuid, { AcceptChanges: false })).rejects.toMatchObject(refusal)
    const [key] = await query<{ pin_failures: number }>('select pin_failures from certificates where id = $1', [
      scene.people.ana.certificateId,
    ])
    expect(key).toEqual({ pin_failures: 0 })
    await sign(signerGuid, { AcceptChanges: true })
    const [started] = await query<{ canonical: string }>(
      "select canonical from audit_events where document_id = $1 and type = 'signature-started'",
      [document.guid],
    )
    expect(JSON.parse(started!.canonical)).toMatchObject({ facts: { acceptedIntegrity: 'suspicious' } })
    // What was changed before stays told.
    expect(await look(signerGuid)).toMatchObject({ Integrity: 'suspicious' })
  })

  test('is named when a batch is announced, whatever signs it', async () => {
    const [suspicious, plain] = [await changed('In a batch'), await sendTo()]
    const SignerGUIDs = [suspicious, plain].map(({ signers }) => signers[0]!.guid)
    await query("update users set certificate_flags = '{KeyVault,FirmaRemota}' where id = $1", [
      scene.people.ana.userId,
    ])
    const remote = (await linkAccount(scene, 'ana', 'firmaremota')).get('SANDBOX TrustPRO Ana Vidal Serra (pin)')!.GUID
    const { call, certificateId } = scene.people.ana
    for (const CertGUID of [certificateId, remote]) {
      const { Failed } = await call.prepareBatch({ body: { CertGUID, SignerGUIDs } })
      expect(Failed).toMatchObject([{ SignerGUID: SignerGUIDs[0], Code: 'DOCUMENT_SUSPICIOUS' }])
      const accepted = await call.prepareBatch({ body: { CertGUID, SignerGUIDs, AcceptChangesOf: [SignerGUIDs[0]!] } })
      expect(accepted.Failed).toEqual([])
    }
    const params = { type: 'firmaremota', signerGuid: SignerGUIDs[0]! }
    const body = { CertGUID: remote, PIN: PROVIDER_PIN, AccessMethod: 'USER_PASS' } as const
    await expect(call.sign({ params, body })).rejects.toMatchObject({ code: 'DOCUMENT_SUSPICIOUS' })
    await call.sign({ params, body: { ...body, AcceptChanges: true } })
  })
})
