import type { DemoSigner, Scene } from '@rubrica/testing'
import type { SentDocument } from '@rubrica/contract'

/** What a refused call was refused with. */
export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => ({ status: 200, code: 'NONE' }),
    (error: unknown) => error as { status: number; code: string; details: Record<string, unknown> },
  )

/** The code of the refusal; `NONE` of a call that was answered. */
export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusalOf(call)).code

/** What was typed and opened, for a sign call. */
export interface Authorised {
  readonly type?: string
  readonly CertGUID?: string
  readonly PIN?: string
  readonly OTP?: string
  readonly BatchId?: string
  readonly SessionId?: string
  readonly ConfirmedHolder?: string | undefined
  readonly attempt?: string
}

export function sign(person: DemoSigner, document: SentDocument, authorised: Authorised = {}) {
  const { type = 'keyvault', attempt = crypto.randomUUID(), ...body } = authorised
  return person.call.sign({
    params: { type, signerGuid: document.signers[0]!.guid },
    body: { CertGUID: person.certificateId, AccessMethod: 'USER_PASS', ...body },
    headers: { 'idempotency-key': attempt },
  })
}

export const sendSeveral = (scene: Scene, count: number, signer: 'ana' | 'biel' | 'carla') =>
  Promise.all(Array.from({ length: count }, () => scene.send({ signers: [signer] })))

export async function openBatch(person: DemoSigner, certificateId: string, documents: readonly SentDocument[]) {
  const batch = await person.call.prepareBatch({
    body: { CertGUID: certificateId, SignerGUIDs: documents.map(({ signers }) => signers[0]!.guid) },
  })
  return batch
}

export async function signaturesOf(scene: Scene, document: { guid: string }): Promise<number> {
  const [row] = await scene.portal.server.database!.query<{ count: string }>(
    "select count(*) from revisions where document_id = $1 and kind = 'signature'",
    [document.guid],
  )
  return Number(row!.count)
}

/** Codes of the signatures of a document that were not made, as its audit log tells them. */
export async function failuresOf(scene: Scene, document: { guid: string }): Promise<string[]> {
  const rows = await scene.portal.server.database!.query<{ canonical: string }>(
    "select canonical from audit_events where document_id = $1 and type = 'signature-failed' order by sequence",
    [document.guid],
  )
  return rows.map(({ canonical }) => (JSON.parse(canonical) as { facts: { code: string } }).facts.code)
}

/** A key in the vault that also asks for codes, on a phone. */
export async function addSmsKey(scene: Scene, who: 'ana' | 'biel' | 'carla', alias: string): Promise<string> {
  const person = scene.people[who]
  const database = scene.portal.server.database!
  await database.query('update users set phone = $2 where id = $1', [person.userId, '+34600111222'])
  const p12 = await scene.portal.sandbox.makePerson({ of: who, commonName: 'SMS Key', keyType: 'ec', pin: person.pin })
  const certificate = await person.call.uploadCertificate({
    params: { legalid: person.legalId },
    body: {
      p12: Buffer.from(p12).toString('base64'),
      certalias: alias,
      pin: person.pin,
      certtype: 'keyvault',
      dynamicpin: true,
    },
  })
  return certificate.GUID
}
