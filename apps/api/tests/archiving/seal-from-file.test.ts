/** Evidence that is sealed with a key of a PKCS#12 file. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  fixedPort,
  makeTemporaryDirectory,
  openScene,
  type Scene,
  type TemporaryDirectory,
  sampleOf,
} from '@rubrica/testing'
import { cancelledDocument, expectSealed, outputOf } from '../scenes/sealing-scene.ts'

const PIN = 'canary-file-pin'

let scene: Scene
let folder: TemporaryDirectory
const at = (name: string) => join(folder.path, name)
beforeAll(async () => {
  folder = await makeTemporaryDirectory()
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { EVIDENCE: 'asked', LOG_LEVEL: 'trace', PORT: fixedPort() },
  })
  for (const keyType of ['rsa', 'ec']) {
    const p12 = await scene.portal.sandbox.makePerson({ commonName: 'Seal of Castellar', keyType, pin: PIN })
    await writeFile(at(`${keyType}.p12`), p12)
  }
})
afterAll(async () => {
  expect(scene.portal.server.log()).not.toContain('canary')
  await scene[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

test.each(sampleOf(['rsa', 'ec'], 2))(
  'a key of the kind %s seals, and whoever has the root has it proved',
  async (keyType) => {
    await scene.portal.server.restart({ SEAL_P12: at(`${keyType}.p12`), SEAL_P12_PIN: PIN })
    await expectSealed(scene, await cancelledDocument(scene))
  },
)

test.each([
  ['another PIN', () => ({ SEAL_P12_PIN: 'canary-other-pin' }), 'SEAL_P12_PIN does not open the file of the seal'],
  ['no file', () => ({ SEAL_P12: at('none.p12') }), 'none.p12 cannot be read'],
])('with %s a server does not start, and says in a sentence why', async (_what, env, sentence) => {
  const start = scene.portal.server.restart({ SEAL_P12: at('ec.p12'), SEAL_P12_PIN: PIN, ...env() })
  const output = await outputOf(start)
  expect(output).toContain(sentence)
  expect(output).not.toMatch(/canary|\n\s+at /)
})
