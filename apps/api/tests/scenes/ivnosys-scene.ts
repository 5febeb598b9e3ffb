/** What tests of Ivnosys have in common: the server, the provider's faults, and what is looked at afterwards. */
import { afterAll, beforeAll, inject } from 'vitest'
import { askPdfsig, openScene, type DemoSigner, type Scene } from '@rubrica/testing'
import { linkIvnosys, SIGNER_PIN, type IvnosysKeys } from './ivnosys-calls.ts'

export const PASSWORD = 'Rubrica-2026'
export const VALID = 'Signature is Valid.'
export const NOBODY = '00000000-0000-4000-8000-000000000000'
/** What a log must not tell. */
export const SECRETS = new RegExp(`${SIGNER_PIN}|${PASSWORD}|ivsign-login-sign`)

/** Two who have accounts at the provider, and their keys there. */
export interface Linked {
  readonly scene: Scene
  readonly ana: DemoSigner
  readonly biel: DemoSigner
  readonly keys: IvnosysKeys
  readonly bielKeys: IvnosysKeys
}

/** Opens a scene for the tests of a file; what they do at the provider is never told in the log. */
export function ivnosysScene(start: () => Promise<Scene> = openPlainScene) {
  let open: Scene

  beforeAll(async () => {
    open = await start()
  })
  afterAll(async () => {
    await using scene = open
    const told = SECRETS.exec(scene.portal.server.program.log())
    if (told) throw new Error(`The log tells ${told[0]}`)
  })

  const query = (sql: string, values: unknown[] = []) => open.portal.server.database!.query(sql, values)
  return {
    /** Once it is open. */
    opened: () => open,
    query,

    /** Authorises the accounts of both. */
    linkBoth: async (): Promise<Linked> => ({
      scene: open,
      ana: open.people.ana,
      biel: open.people.biel,
      keys: await linkIvnosys(open, 'ana'),
      bielKeys: await linkIvnosys(open, 'biel'),
    }),

    /** The provider fails so many times, as `POST /control/faults` says. */
    spoil: (operation: string, fault: string, times = 1) =>
      open.portal.sandbox.inject({ service: 'ivnosys', operation, fault, times }),

    /** What is begun at the provider is too late from now on. */
    endNow: (transactionId: string) =>
      query("update errands set expires_at = now() - interval '1 second' where id = $1", [transactionId]),

    verdictsOf: async (document: { guid: string }) => (await askPdfsig(await open.download(document))).verdicts,
  }
}

const openPlainScene = (): Promise<Scene> =>
  openScene({
    postgres: inject('sharedPostgres'),
    env: {
      CALLS_PER_MINUTE: '1000000',
      LOGINS_PER_MINUTE_AND_USER: '1000',
      LOG_LEVEL: 'trace',
      SIGNING_LEASE_MS: '1500',
    },
  })
