/** What tests of a remote signature have in common: ana’s keys at TrustPRO, its faults, and what it signed. */
import { afterAll, beforeAll, inject } from 'vitest'
import {
  askPdfsig,
  fixedPort,
  linkAccount,
  openScene,
  PROVIDER_PIN,
  type DemoSigner,
  type Scene,
} from '@rubrica/testing'
import { sign } from './authorise-signing.ts'

/** Shorter than a slow provider takes. */
export const LEASE_MS = 1500
export const PIN = PROVIDER_PIN
export const VALID = 'Signature is Valid.'

/** Opened once, with what ana has there. */
export interface RemoteSigning {
  readonly scene: Scene
  readonly ana: DemoSigner
  /** GUIDs of ana's certificates at TrustPRO, by what authorises them. */
  readonly keys: Readonly<Record<'pin' | 'sms' | 'app' | 'single', string>>
}

/** Opens a scene for the tests of a file, in which ana has an account at TrustPRO. */
export function remoteSigningScene() {
  let open: RemoteSigning

  beforeAll(async () => {
    open = await openRemoteSigning()
  })
  afterAll(() => open.scene[Symbol.asyncDispose]())

  return {
    /** Once it is open. */
    opened: () => open,

    /** The provider fails once, as `POST /control/faults` says. */
    spoil: (operation: string, fault: string) => open.scene.portal.sandbox.inject({ service: 'csc', operation, fault }),

    /** What the provider signed while `work` ran, as digests. */
    signedWhile: async (work: () => Promise<unknown>): Promise<string[]> => {
      const { url } = open.scene.portal.sandbox
      const list = async () => (await (await fetch(`${url}/control/signatures.json`)).json()) as { digest: string }[]
      const before = (await list()).length
      await work()
      return (await list()).slice(before).map(({ digest }) => digest)
    },

    signWithPin: (document: Parameters<typeof sign>[1], more: Parameters<typeof sign>[2] = {}) =>
      sign(open.ana, document, { type: 'firmaremota', CertGUID: open.keys.pin, PIN, ...more }),

    verdictsOf: async (document: { guid: string }) => (await askPdfsig(await open.scene.download(document))).verdicts,
  }
}

async function openRemoteSigning(): Promise<RemoteSigning> {
  const scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: {
      CALLS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'trace',
      SIGNING_LEASE_MS: String(LEASE_MS),
      // A fixed port: the people of the scene keep their addresses over restarts.
      PORT: fixedPort(),
    },
  })
  const { ana } = scene.people
  const database = scene.portal.server.database!
  await database.query("update users set certificate_flags = '{KeyVault,FirmaRemota}' where id = $1", [ana.userId])
  const certificates = await linkAccount(scene, 'ana', 'firmaremota')
  const find = (name: string) => certificates.get(`SANDBOX TrustPRO Ana Vidal Serra (${name})`)!.GUID
  return { scene, ana, keys: { pin: find('pin'), sms: find('sms'), app: find('app'), single: find('single') } }
}
