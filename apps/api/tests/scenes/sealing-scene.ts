/** What tests of the operator's seal have in common: evidence that is sealed with it, and what judges it. */
import { execFileSync } from 'node:child_process'
import { expect, vi } from 'vitest'
import { readEvidenceFile, verifyEvidence } from '@rubrica/evidence-file'
import { validate } from '@rubrica/pades'
import { askPdfsig, type Scene } from '@rubrica/testing'
import { fetchEvidence } from './fetch-evidence.ts'

/** A document that is over at once. */
export async function cancelledDocument(scene: Scene): Promise<string> {
  const { guid } = await scene.send({ signers: ['ana'] })
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/cancelled`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(answer.ok).toBe(true)
  return guid
}

export const countEvidence = async (scene: Scene, guid: string): Promise<number> => {
  const count = 'select count(*)::int as files from evidence_files where document_id = $1'
  const [row] = await scene.portal.server.database!.query<{ files: number }>(count, [guid])
  return row!.files
}

/** DER of the sandbox's root, to which every certificate of its authorities leads. */
const rootOf = async ({ portal }: Scene): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${portal.sandbox.url}/pki/root.cer`)).arrayBuffer())

/** The evidence of a document, which the operator's seal has to prove: to our verifier and to pdfsig. */
export async function expectSealed(scene: Scene, guid: string): Promise<Buffer> {
  const { status, bytes } = await fetchEvidence(scene, guid)
  expect(status).toBe(200)
  const root = await rootOf(scene)
  const { steps } = await verifyEvidence(bytes, {
    validate,
    ...{ document: undefined, sealAnchors: [root], signatureAnchors: [root], timestampAnchors: [root] },
  })
  expect(steps.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(steps.find(({ name }) => name === 'seal')).toMatchObject({ outcome: 'proved' })
  expect((await askPdfsig(bytes)).verdicts).toContain('Signature is Valid.')
  const words = execFileSync('pdftotext', ['-', '-'], { input: bytes }).toString().replace(/\s+/g, ' ')
  expect(words).not.toContain('made by the installation itself')
  expect(readEvidenceFile(bytes).manifest).toMatchObject({ version: 1, documentId: guid })
  return bytes
}

/** No evidence, and none half-made: the next one is the first. */
export async function expectUnsealed(scene: Scene, guid: string): Promise<void> {
  const { status, bytes } = await fetchEvidence(scene, guid)
  expect([status, bytes.toString()]).toEqual([503, expect.stringContaining('TEMPORARILY_UNAVAILABLE')])
  expect(await countEvidence(scene, guid)).toBe(0)
}

/** @returns what waits until the server has said something since */
export function listenToLog({ portal }: Scene): (text: string) => Promise<void> {
  const before = portal.server.log().length
  const said = () => portal.server.log().slice(before)
  return (text) => vi.waitFor(() => expect(said()).toContain(text), { timeout: 120_000, interval: 50 })
}

/** What a server wrote that did not start. */
export const outputOf = (start: Promise<void>): Promise<string> =>
  start.then(
    () => 'It started.',
    ({ output }: { output: string }) => output,
  )
