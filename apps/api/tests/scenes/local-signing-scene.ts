/** What tests of signatures by the person's own PC have in common: ana's keys there, and documents that wait for her. */
import { afterAll, beforeAll, inject } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { localCalls, makeLocalKey, openScene, type LocalKey, type PortalOptions, type Scene } from '@rubrica/testing'
import { sendSeveral } from './authorise-signing.ts'

/** Opened once, with ana's own keys, as they are in her PC. */
export interface LocalSigning {
  readonly scene: Scene
  readonly rsa: LocalKey
  readonly ec: LocalKey
}

/** One that waits for ana, with the calls that sign it by her PC. */
export interface LocalDocument {
  readonly document: SentDocument
  readonly signerGuid: string
  readonly local: ReturnType<typeof localCalls>
}

/** Opens a scene for the tests of a file, in which ana has keys on her PC. */
export function localSigningScene(env: PortalOptions['env'] = {}) {
  let open: LocalSigning

  beforeAll(async () => {
    const scene = await openScene({ postgres: inject('sharedPostgres'), env })
    const [rsa, ec] = await Promise.all([makeLocalKey(scene, 'ana'), makeLocalKey(scene, 'ana', { keyType: 'ec' })])
    open = { scene, rsa, ec }
  })
  afterAll(() => open.scene[Symbol.asyncDispose]())

  const sendOne = () => sendToSignLocally(open.scene)

  return {
    /** Once it is open. */
    opened: () => open,

    database: () => open.scene.portal.server.database!,

    sendOne,

    /** With a certificate announced for it. */
    announced: async (key: LocalKey = open.rsa): Promise<LocalDocument> => {
      const sent = await sendOne()
      await sent.local.announce(key)
      return sent
    },
  }
}

export async function sendToSignLocally(scene: Scene): Promise<LocalDocument> {
  const [document] = await sendSeveral(scene, 1, 'ana')
  const signerGuid = document!.signers[0]!.guid
  return { document: document!, signerGuid, local: localCalls(scene.people.ana, signerGuid) }
}
