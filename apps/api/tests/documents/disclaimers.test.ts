/** What a person agrees to before signing, in their language. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readCatalogue } from '@rubrica/locales/node'
import { openScene, type Scene } from '@rubrica/testing'

let scene: Scene
let plain: string
let own: string
const OWN = { title: 'Terms <b>of</b> Acme', text: 'I have read\nthe terms & conditions 🙂' }

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  plain = (await scene.send({ signers: ['ana'] })).signers[0]!.guid
  own = (await scene.send({ signers: ['ana'], signer: { disclaimer: OWN } })).signers[0]!.guid
})
afterAll(() => scene[Symbol.asyncDispose]())

/** A text as the call answers it: named by the SHA-256 of title, line feed and text. */
const shown = ({ title, text }: { title: string; text: string }) => ({
  Title: title,
  Text: text,
  Digest: createHash('sha256').update(`${title}\n${text}`).digest('hex'),
})

const SIMPLE = 'SIGNATURE_MULTIPOSITION_SIMPLE'
const BATCH = 'SIGNATURE_MULTIPOSITION_BATCH'
const textOf = (signerGuid: string, kind: typeof SIMPLE | typeof BATCH, lang: string) =>
  scene.people.ana.call.disclaimerText({ params: { signerGuid, kind, lang } })

test.each(['es', 'ca', 'en', 'de', 'fr'])(
  'the standard texts of one document and of a batch are there in %s',
  async (lang) => {
    const { simple, batch } = readCatalogue(lang).disclaimer
    expect(await textOf(plain, SIMPLE, lang)).toEqual(shown(simple))
    expect(await textOf(plain, BATCH, lang)).toEqual(shown(batch))
  },
)

test.each([
  ['es-ES', 'es'],
  ['ES', 'es'],
  ['ca_ES', 'ca'],
  ['fr-CA', 'fr'],
  ['it', 'en'],
  ['zh-Hant-TW', 'en'],
])('the language %s is answered in %s by both calls', async (lang, language) => {
  const { simple, batch } = readCatalogue(language).disclaimer
  expect((await textOf(plain, SIMPLE, lang)).Text).toBe(simple.text)
  expect((await textOf(plain, BATCH, lang)).Text).toBe(batch.text)
})

test('a sender’s own text is what one document has, whatever the language; a batch has the standard one', async () => {
  for (const lang of ['es', 'de-AT']) {
    expect(await textOf(own, SIMPLE, lang)).toEqual(shown(OWN))
  }
  expect((await textOf(own, BATCH, 'es')).Text).toBe(readCatalogue('es').disclaimer.batch.text)
})

test('a signer whose turn has not come, and somebody else, get 404', async () => {
  const { signers } = await scene.send({ signers: ['biel', 'ana'], description: { order: 'sequential' } })
  for (const signerGuid of [signers[0]!.guid, signers[1]!.guid, crypto.randomUUID()]) {
    await expect(textOf(signerGuid, SIMPLE, 'es')).rejects.toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  }
})

test.each([
  'SIGNATURE_MULTIPOSITION/es',
  'signature_multiposition_simple/es',
  `${SIMPLE}/e`,
  `${SIMPLE}/es;x`,
  `${SIMPLE}/${'x'.repeat(40)}`,
])('the path %s is refused with 400', async (rest) => {
  const answer = await fetch(`${scene.portal.url}/api/pendingsignatures/${plain}/disclaimertext/${rest}`, {
    headers: { authorization: `Bearer ${scene.people.ana.token}` },
  })
  expect(answer.status).toBe(400)
})
