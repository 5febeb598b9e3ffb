/** Texts that break what carries them: PINs, names of files, and all that is written about a document. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

test('a wrong PIN is told with the tries that are left, and the document stays to be signed', async () => {
  const { signers } = await scene.send({ signers: ['ana'] })
  const { ana } = scene.people
  const sign = (PIN: string) =>
    ana.call.sign({
      params: { type: 'keyvault', signerGuid: signers[0]!.guid },
      body: { CertGUID: ana.certificateId, PIN, AccessMethod: 'USER_PASS' },
    })
  for (const PIN of ['wrong', '\ud800', '\u202e', 'x'.repeat(255)]) {
    await expect(sign(PIN)).rejects.toMatchObject({ status: 422, code: 'WRONG_PIN' })
  }
  expect(await sign(ana.pin)).toBeNull()
})

test.each([
  ['line ends', 'a\r\nX-Evil: 1\r\n\r\n.pdf'],
  ['direction marks', '\u202efdp.exe\u2066\u200f'],
  ['lone surrogates', 'x\ud800y\udfff.pdf'],
  ['control characters', '\u0001\u001b[2J\u007f\u0085'],
  ['letters of no font', '\u{1f680}\u0627\u0644\ufffe\u{10ffff}'],
  ['combining marks', `e${'\u0301'.repeat(200)}`],
  ['the syntax of PDF', '(\\(<</JS (app.alert(1))>> endobj ET'],
])('texts of %s are kept, listed, drawn into the signature and downloaded', async (_what, text) => {
  const { guid, signers } = await scene.send({
    signers: ['ana'],
    signer: { reason: text, positions: [{ page: 1, x: 50, y: 50, width: 200, height: 60 }] },
    description: {
      fileName: text,
      description: text,
      senderName: text,
      tags: [text.slice(0, 40).replaceAll(',', '').trim()],
    },
  })
  const { ana } = scene.people
  const { List } = await ana.call.pendingDocuments({ query: { OrderBy: 'UploadTime', OrderType: 'des' } })
  expect(List[0]!.DocGUI).toBe(guid)
  await ana.call.sign({
    params: { type: 'keyvault', signerGuid: signers[0]!.guid },
    body: { CertGUID: ana.certificateId, PIN: ana.pin, AccessMethod: 'USER_PASS' },
  })
  const page = await fetch(`${scene.portal.url}/api/documentrendered/${guid}/remote/pages/1`, {
    headers: { authorization: `Bearer ${ana.token}` },
  })
  expect(page.status).toBe(200)
  const content = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/content`, {
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(content.status).toBe(200)
  expect(content.headers.get('x-evil')).toBeNull()
  expect(content.headers.get('content-disposition')).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''/)
})
