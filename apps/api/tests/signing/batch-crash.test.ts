import { afterAll, beforeAll, expect, test } from 'vitest'
import { askPdfsig, IN_FULL_RUN, newestCode, type Scene } from '@rubrica/testing'
import type { SentDocument } from '@rubrica/contract'
import { AUTHORISING_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { addSmsKey, openBatch, refusalOf, sendSeveral, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'

const VALID = 'Signature is Valid.'
const DOCUMENTS = IN_FULL_RUN ? 200 : 12
/** So many are signed when the server dies in the middle of the next one. */
const BEFORE = Math.floor(DOCUMENTS / 3)

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

async function sendAll(count: number): Promise<SentDocument[]> {
  const documents: SentDocument[] = []
  while (documents.length < count) documents.push(...(await sendSeveral(scene, 8, 'ana')))
  return documents.slice(0, count)
}

test(
  'of a long batch, whose server is killed in the middle, every one is signed once, after the PIN is asked again',
  { timeout: 300_000 },
  async () => {
    const { ana } = scene.people
    const { server } = scene.portal
    const documents = await sendAll(DOCUMENTS)
    const { BatchId } = await openBatch(ana, ana.certificateId, documents)
    for (const document of documents.slice(0, BEFORE)) await sign(ana, document, { PIN: ana.pin, BatchId })
    const interrupted = refusalOf(sign(ana, documents[BEFORE]!, { PIN: ana.pin, BatchId }))
    await server.kill9()
    await interrupted
    await server.restart()
    // What the portal does after a reload: everything that still waits, with the PIN once more.
    const left = documents.slice(BEFORE)
    expect(await refusalOf(sign(ana, left[1]!, { PIN: 'not the PIN', BatchId }))).toMatchObject({ code: 'WRONG_PIN' })
    for (const document of left) {
      await expect
        .poll(
          async () => {
            await refusalOf(sign(ana, document, { PIN: ana.pin, BatchId }))
            return signaturesOf(scene, document)
          },
          { timeout: 20_000 },
        )
        .toBe(1)
    }
    const counts = await Promise.all(documents.map((document) => signaturesOf(scene, document)))
    expect(counts.filter((count) => count !== 1)).toEqual([])
    for (const index of [0, BEFORE - 1, BEFORE, BEFORE + 1, DOCUMENTS - 1]) {
      expect((await askPdfsig(await scene.download(documents[index]!))).verdicts).toEqual([VALID])
    }
  },
)

test.runIf(IN_FULL_RUN)(
  'a server that dies while a batch is authorised leaves nothing signed, and beginning again signs once',
  { timeout: 300_000 },
  async () => {
    const { biel } = scene.people
    const { server } = scene.portal
    const key = await addSmsKey(scene, 'biel', 'crash')
    for (const failpoint of AUTHORISING_FAILPOINTS) {
      const documents = await sendSeveral(scene, 2, 'biel')
      const authorise = async () => {
        await server.database!.query("update one_time_codes set created_at = created_at - interval '2 minutes'")
        const { BatchId } = await openBatch(biel, key, documents)
        await biel.call.requestCode({ params: { type: 'keyvault' }, body: { CertGUID: key, BatchId } })
        const { SessionId } = await biel.call.openCertificateSession({
          params: { guid: key },
          body: { OTP: await newestCode(scene), BatchId },
        })
        return { CertGUID: key, PIN: biel.pin, BatchId, SessionId }
      }
      await server.restart({ FAILPOINT: failpoint })
      await expect(authorise(), failpoint).rejects.toThrow()
      expect((await server.program.ended).signal).toBe('SIGKILL')
      await server.restart({ FAILPOINT: undefined })
      const authorised = await authorise()
      for (const document of documents) {
        expect(await signaturesOf(scene, document)).toBe(0)
        await sign(biel, document, authorised)
        expect(await signaturesOf(scene, document)).toBe(1)
      }
    }
  },
)
