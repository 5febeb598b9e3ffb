import { expect, type Page } from '@playwright/test'
import type { Client } from '@rubrica/contract'
import { makePdf, trySigning, type DemoName, type Scene, type SceneDocument } from '@rubrica/testing'

export type DocumentSignatures = Awaited<ReturnType<Client['documentSignatures']>>
type FoundSignature = DocumentSignatures['Signatures'][number]

/** The call for the signatures of a document, and the one for a page of a revision. */
export const VALIDATION = '**/api/signatures/*/validation'
export const REVISION_PAGE = '**/api/signatures/*/revisions/*/pages/*'

/** A document that one of the demo people has signed in the portal. */
async function signedBy(scene: Scene, name: DemoName, pdf: Uint8Array): Promise<Uint8Array> {
  const sent = await scene.send({ signers: [name], pdf, description: { fileName: 'Signed before.pdf' } })
  expect(await trySigning(scene.people[name], sent.signers[0]!.guid)).toBe(204)
  return await scene.download(sent)
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const lastMatch = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.[1] ?? ''

/** A PDF with an incremental update after its end, which holds these objects (number to body) in their newest form. */
function appendUpdate(pdf: Uint8Array, objects: Readonly<Record<number, string>>): Uint8Array {
  const before = latin1(pdf)
  const size = Math.max(
    Number(lastMatch(before, /\/Size (\d+)/g)),
    ...Object.keys(objects).map((key) => Number(key) + 1),
  )
  let update = ''
  let rows = ''
  for (const [number, body] of Object.entries(objects)) {
    rows += `${number} 1\n${String(pdf.length + update.length).padStart(10, '0')} 00000 n \n`
    update += `${number} 0 obj\n${body}\nendobj\n`
  }
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${lastMatch(before, /startxref\s+(\d+)/g)} >>`
  const end = `xref\n${rows}${trailer}\nstartxref\n${pdf.length + update.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(update + end, 'latin1')])
}

const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`

/** Puts other words on a page of a file that `makePdf` has made, whatever was signed. */
const rewritePage = (pdf: Uint8Array, page: number, words: string): Uint8Array =>
  appendUpdate(pdf, { [3 + 2 * page]: stream(`BT /F1 18 Tf 72 760 Td (${words}) Tj ET`) })

/** A document of three pages that Ana has signed, and whose second page says something else since. */
export async function changedAfterSigning(scene: Scene): Promise<Uint8Array> {
  const signed = await signedBy(scene, 'ana', makePdf({ pages: 3, text: `Rent 500 EUR ${crypto.randomUUID()}` }))
  return rewritePage(signed, 2, 'Rent 5000 EUR, page 2')
}

/** Sends a document that was changed after it was signed. */
export const sendChanged = async (scene: Scene, document: Omit<SceneDocument, 'pdf'>) =>
  scene.send({ ...document, pdf: await changedAfterSigning(scene) })

const INTACT: FoundSignature = {
  Field: 'Signature1',
  Signer: 'Ana Vidal Serra',
  Kind: 'signature',
  Indication: 'TOTAL-PASSED',
  SubIndication: null,
  Level: 'PAdES-BASELINE-LT',
  SignedAt: '2026-11-02T09:14:05Z',
  ProvedAt: '2026-11-02T09:14:07Z',
  Revision: 1,
  Changes: [],
  ChangedPages: [],
}

/** What the server says of a signature; an ordinary one unless said otherwise. */
export const foundSignature = (facts: Partial<FoundSignature> = {}): FoundSignature => ({ ...INTACT, ...facts })

/** What the server says of a document; one intact signature unless said otherwise. */
export const found = (facts: Partial<DocumentSignatures> = {}): DocumentSignatures => ({
  Integrity: 'intact',
  Trust: 'anchored',
  Revisions: 1,
  Warnings: [],
  NeedsConfirmation: false,
  Signatures: [INTACT],
  Archive: { State: 'none', Level: null, Reason: null },
  ...facts,
})

/** Has the server say this of every document, which no file that can be made in a moment would bring it to say. */
export async function sayOfSignatures(page: Page, answer: DocumentSignatures): Promise<void> {
  await page.route(VALIDATION, (route) => route.fulfill({ json: answer }))
}

export const line = (page: Page) => page.getByRole('status').filter({ hasText: /signatures?, intact/ })
export const warning = (page: Page) => page.getByRole('alert').filter({ hasText: 'was changed after it was signed' })
export const signaturesTab = (page: Page) => page.getByRole('tab', { name: 'Signatures' })
