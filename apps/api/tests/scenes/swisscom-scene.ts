/** What tests of signatures at Swisscom have in common. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { askPdfsig, swisscomCalls, type DemoName, type Scene } from '@rubrica/testing'
import { signaturesOf } from './authorise-signing.ts'
import { openRestartingScene } from './restarting-scene.ts'

/** Opens a scene for the tests of a file; nothing goes wrong at the provider when one of them begins. */
export function swisscomScene() {
  let open: Scene

  beforeAll(async () => {
    open = await openRestartingScene()
  })
  afterAll(() => open[Symbol.asyncDispose]())
  beforeEach(() => open.portal.sandbox.control('reset', {}))

  return {
    /** Once it is open. */
    scene: () => open,
    database: () => open.portal.server.database!,

    /** A document, and what each of its signers can call. */
    sendTo: async (...signers: DemoName[]) => {
      const document = await open.send({ signers })
      const calls = signers.map((name, index) => swisscomCalls(open.people[name], document.signers[index]!.guid))
      return { document, calls, own: calls[0]!, guids: document.signers.map(({ guid }) => guid) }
    },

    /** The provider fails so many times, as `POST /control/faults` says. */
    fault: (name: string, operation: string, times = 1) =>
      open.portal.sandbox.inject({ service: 'swisscom', operation, fault: name, times }),

    expectSigned: async (document: { guid: string }, signatures = 1) => {
      expect(await signaturesOf(open, document)).toBe(signatures)
      const { verdicts, wholeFile } = await askPdfsig(await open.download(document))
      expect(verdicts).toEqual(Array(signatures).fill('Signature is Valid.'))
      expect(wholeFile).toBe(true)
    },

    expectUnsigned: async (document: { guid: string }) => expect(await signaturesOf(open, document)).toBe(0),
  }
}
