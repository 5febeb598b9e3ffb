import { join } from 'node:path'
import { DEMO_PASSWORD, makePng, runCli, type CliResult, type Scene } from '@rubrica/testing'
import { addApp, callsAs } from './factor-scene.ts'

export interface InstallationVerdict {
  readonly code: number
  readonly findings: readonly { documentId: string; sequence: number; problem: string }[]
  readonly installationFindings: readonly { sequence: number; problem: string }[]
  readonly headFindings: readonly { problem: string }[]
  readonly deleted: readonly { documentId: string; at: string; by?: string; reason?: string }[]
}

export interface LoggedEvent {
  readonly sequence: number
  readonly type: string
  readonly by: string
  readonly name?: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly values: Readonly<Record<string, string>>
}

/** The command line and the tables of a scene, as an operator has them. */
export function operate(scene: Scene, folder: string) {
  const { server } = scene.portal
  const env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
  const rubrica = (...args: string[]): Promise<CliResult> => runCli(args, env)
  const query = <Row extends object>(text: string, values: unknown[] = []) => server.database!.query<Row>(text, values)
  const log = async (...options: string[]) =>
    (JSON.parse((await rubrica('audit', 'log', '--json', ...options)).stdout) as { events: LoggedEvent[] }).events
  const verify = async (): Promise<InstallationVerdict> => {
    const { code, stdout } = await rubrica('audit', 'verify', '--json')
    const { findings, installationFindings, headFindings, deleted } = JSON.parse(stdout) as InstallationVerdict
    return { code, findings, installationFindings, headFindings, deleted }
  }
  return { rubrica, query, log, verify, folder, scene }
}

export type Operated = ReturnType<typeof operate>

/** An act, and the one event that it leaves. */
export interface Act {
  readonly what: string
  readonly type: string
  readonly by: 'operator' | 'person'
  /** @returns whether it was done */
  readonly run: (operated: Operated) => Promise<boolean>
}

const typed = (type: string, ...args: string[]): Act => ({
  what: `rubrica ${args.slice(0, 3).join(' ')}`,
  type,
  by: 'operator',
  run: async ({ rubrica }) => (await rubrica(...args)).code === 0,
})

const called = (what: string, type: string, call: (scene: Scene, folder: string) => Promise<unknown>): Act => ({
  what,
  type,
  by: 'person',
  run: ({ scene, folder }) =>
    call(scene, folder).then(
      () => true,
      () => false,
    ),
})

const demo = ['--subscription', 'Demo']
const google = ['--provider', 'google', '--issuer', 'https://accounts.google.com', '--subject', 'subject-of-eve']
const PERSONS_KEY = { Name: 'Key of Ana', Scopes: ['documents:read' as const] }
const inAMonth = () => new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()

const withdrawKey = async ({ people: { ana } }: Scene) => {
  const [key] = await ana.call.personalKeys({})
  await ana.call.revokePersonalKey({ params: { keyGuid: key!.Guid } })
}

const uploadKey = async ({ people: { ana }, portal }: Scene) => {
  const file = await portal.sandbox.makePerson({ commonName: 'Ana', keyType: 'rsa', pin: 'file' })
  await ana.call.uploadCertificate({
    params: { legalid: ana.legalId },
    body: {
      ...{ p12: Buffer.from(file).toString('base64'), certalias: 'second', pin: 'a PIN of my own' },
      ...{ filepassword: 'file', certtype: 'keyvault' },
    },
  })
}

const removeKey = async ({ people: { ana } }: Scene) => {
  const listed = await ana.call.certificates({ params: { legalid: ana.legalId } })
  const { GUID } = listed.find(({ certalias }) => certalias === 'second')!
  await ana.call.deleteCertificate({ params: { legalid: ana.legalId, guid: GUID } })
}

/** The one that Ana has. */
const webhookOf = async ({ people: { ana } }: Scene) => {
  const [webhook] = (await ana.call.webhooks({})).data
  return { webhookId: webhook!.guid }
}

const WEBHOOK_ACTS: readonly Act[] = [
  typed('roles-changed', 'user', 'role', 'ana', '--give', 'sender', ...demo),
  called('a webhook is made', 'webhook-made', ({ people: { ana } }) =>
    ana.call.createWebhook({ body: { url: 'https://receiver.example/hook/secret-of-ana' } }),
  ),
  called('a webhook is switched off', 'webhook-changed', async (scene) =>
    scene.people.ana.call.changeWebhook({
      ...{ params: await webhookOf(scene), headers: { 'if-match': '*' }, body: { state: 'off' } },
    }),
  ),
  called('the secret of a webhook is changed', 'webhook-secret-changed', async (scene) =>
    scene.people.ana.call.rotateWebhook({ params: await webhookOf(scene), headers: {} }),
  ),
  called('a webhook is removed', 'webhook-removed', async (scene) =>
    scene.people.ana.call.deleteWebhook({ params: await webhookOf(scene) }),
  ),
]

/** Each begins where the one before has left Ana. */
function actsOfFactors(): readonly Act[] {
  let token = ''
  let codes: readonly string[] = []
  const calls = ({ portal }: Scene) => callsAs(portal.url, token)
  return [
    called('an app is set up', 'factor-added', async ({ people: { ana }, portal }) => {
      token = (await addApp(callsAs(portal.url, ana.token))).token
    }),
    called('recovery codes are made', 'recovery-codes-made', async (scene) => {
      codes = (await calls(scene).makeRecoveryCodes({})).RecoveryCodes
    }),
    called('a recovery code is used', 'recovery-code-used', (scene) =>
      calls(scene).confirmFactor({ body: { RecoveryCode: codes[0]! } }),
    ),
    called('an app is removed', 'factor-removed', (scene) => calls(scene).removeTotp({})),
    typed('factors-reset', 'user', 'factor', 'reset', 'eve'),
  ]
}

/** In an order in which each finds what it needs. */
export const ACTS: readonly Act[] = [
  typed('subscription-made', 'subscription', 'add', 'Second', '--guests'),
  typed('subscription-changed', 'subscription', 'set', 'Second', '--no-guests'),
  typed('subscription-changed', 'subscription', 'set', 'Second', '--verification', 'off'),
  typed(
    'account-made',
    ...['user', 'add', 'eve', '--name', 'Eve Serra', '--legal-id', 'L-eve', '--email', 'eve@example.org', ...demo],
  ),
  typed('account-changed', 'user', 'set', 'eve', '--phone', '+34600000077'),
  typed('password-set', 'user', 'password', 'eve'),
  typed('account-unlocked', 'user', 'unlock', 'eve'),
  typed('certificate-types-changed', 'user', 'grant', 'eve', '--allow', 'Local'),
  typed('roles-changed', 'user', 'role', 'eve', '--give', 'sender', ...demo),
  typed('identity-added', 'user', 'identity', 'add', 'eve', ...google),
  typed('identity-removed', 'user', 'identity', 'remove', 'eve', ...google),
  typed('team-made', 'team', 'add', 'Contracts', ...demo),
  typed('team-joined', 'team', 'join', 'Contracts', 'eve', '--manage', ...demo),
  typed('team-left', 'team', 'leave', 'Contracts', 'eve', ...demo),
  typed('client-made', 'client', 'add', 'erp', '--scope', 'documents', ...demo),
  typed('client-changed', 'client', 'set', 'erp', '--return', 'https://erp.example.org/done'),
  called('a personal key is made', 'personal-key-made', ({ people: { ana } }) =>
    ana.call.createPersonalKey({ body: { ...PERSONS_KEY, ExpiresAt: inAMonth() } }),
  ),
  called('a personal key is withdrawn', 'personal-key-withdrawn', withdrawKey),
  ...WEBHOOK_ACTS,
  called('a person changes their address', 'account-changed', ({ people: { ana } }) =>
    ana.call.updateUser({ body: { email: 'ana.new@example.org', currentpassword: DEMO_PASSWORD } }),
  ),
  called('a person puts a picture of their signature', 'account-changed', ({ people: { ana } }) =>
    ana.call.putSignatureImage({
      params: { legalid: ana.legalId },
      body: { SignatureImage: Buffer.from(makePng({ width: 60, height: 20 })).toString('base64') },
    }),
  ),
  called('a key is put into the vault', 'vault-key-added', uploadKey),
  called('a key of the vault is destroyed', 'vault-key-removed', removeKey),
  ...actsOfFactors(),
  {
    ...{ what: 'rubrica backup', type: 'backup-written', by: 'operator' },
    run: async ({ rubrica, folder }) => (await rubrica('backup', join(folder, 'installation.tar'))).code === 0,
  },
]

/** Does something while nothing can be logged. */
export async function withBrokenLog<T>({ query }: Operated, work: () => Promise<T>): Promise<T> {
  await query(`create function refuse_event() returns trigger language plpgsql
    as 'begin raise exception ''the log is broken''; end'`)
  await query('create trigger refuse_event before insert on installation_events execute function refuse_event()')
  try {
    return await work()
  } finally {
    await query('drop function refuse_event cascade')
  }
}
