/** The use cases of an operator, without HTTP: for the command line and the demo data. */
import { CERTIFICATE_FLAGS } from '@rubrica/domain'
import { clientSecretHash } from '../adapters/database/sessions/client-store.ts'
import { DatabaseIdentityBook } from '../adapters/database/operators/identity-book.ts'
import { listStuck } from '../adapters/database/operators/list-stuck.ts'
import { openLoggedOperatorStore } from '../adapters/database/operators/logged-operator-store.ts'
import type { Schema } from '../adapters/database/schema.ts'
import { Argon2Passwords } from '../adapters/passwords/argon2-passwords.ts'
import { JOB_KINDS } from '../adapters/jobs/job-kinds.ts'
import { openJobQueue } from '../adapters/jobs/pg-boss-queue.ts'
import { notifyByJob } from '../adapters/jobs/notify-people.ts'
import { openPdfWorkers } from '../adapters/pdf-workers/open-pdf-workers.ts'
import { openSignaturePictures } from '../adapters/signature-pictures/open-signature-pictures.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { archivesOfAll, documentsOfAll } from './operator-documents.ts'
import { composeSending } from './use-cases.ts'
import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'
import { generatePassword } from '../modules/operators/generate-secret.ts'
import { addClient, changeClient, type ClientWish } from '../modules/operators/manage-clients.ts'
import {
  addSubscription,
  chooseSubscriptions,
  setTheme,
  type SubscriptionWish,
  type ThemeWish,
} from '../modules/operators/manage-subscriptions.ts'
import {
  addUser,
  changeRoles,
  grantCertificateTypes,
  resetFactors,
  setPassword,
  setLegalId,
  setPhone,
  unlockUser,
  type UserWish,
} from '../modules/operators/manage-users.ts'
import { addTeam, joinTeam, leaveTeam, type TeamName } from '../modules/operators/manage-teams.ts'
import { addIdentity, listIdentities, removeIdentity } from '../modules/operators/manage-identities.ts'
import type { ClientChange, Identity, OperatorPorts } from '../modules/operators/ports.ts'
import { demandCertificates } from '../modules/sending/demand-certificates.ts'
import type { AttachedFile, SendOrder, SentDocument } from '../modules/sending/ports.ts'
import { sendDocument } from '../modules/sending/send-document.ts'

/** Pixels; logos are shown much smaller. */
const LOGO_WIDTH = 480

/** Stuck items that are listed at once. */
const MOST_STUCK = 1000

export interface SendFileWish {
  readonly subscription?: string
  readonly file: Uint8Array
  readonly attachments: readonly AttachedFile[]
  /** Id or name of the certificate that a signer must use, by user id. */
  readonly certificates: ReadonlyMap<string, string>
  readonly order: SendOrder
}

export type Operator = Awaited<ReturnType<typeof composeOperator>>

export function composeOperatorPorts({ config, database, actor, now }: Foundation): OperatorPorts {
  const passwords = new Argon2Passwords()
  return {
    store: openLoggedOperatorStore(database, { actor, now }),
    identities: new DatabaseIdentityBook(database, { actor, now }),
    hashPassword: (password) => passwords.hash(password),
    hashClientSecret: clientSecretHash,
    redrawLogo: async (file) => {
      await using workers = openPdfWorkers(config.pdfWorkers)
      return await openSignaturePictures(workers.pages, LOGO_WIDTH).redraw(file)
    },
    now,
  }
}

/** Opens the installation that the environment names, beside a running server or alone. Dispose of it when done. */
export async function composeOperator(env: Environment) {
  const config = readConfig(env)
  const foundation = await openFoundation({ config, role: 'tool', log: openLog({ level: 'silent' }) })
  const ports = composeOperatorPorts(foundation)
  return {
    generatePassword,
    addUser: (wish: UserWish) => addUser(ports, wish),
    setPassword: (userId: string, wish: { password: string; mustReset: boolean }) => setPassword(ports, userId, wish),
    setLegalId: (userId: string, wish: Parameters<typeof setLegalId>[2]) => setLegalId(ports, userId, wish),
    setPhone: (userId: string, phone: string | null) => setPhone(ports, userId, phone),
    /** The flags of the specification, and those of further providers. */
    certificateFlags: [
      ...new Set<string>([...CERTIFICATE_FLAGS, ...foundation.providers.all().map(({ manifest }) => manifest.flag)]),
    ],
    addIdentity: (userId: string, identity: Identity) => addIdentity(ports, userId, identity),
    listIdentities: (userId: string) => listIdentities(ports, userId),
    removeIdentity: (userId: string, identity: Identity) => removeIdentity(ports, userId, identity),
    unlockUser: (userId: string) => unlockUser(ports, userId),
    resetFactors: (userId: string) => resetFactors(ports, userId),
    grantCertificateTypes: (userId: string, change: Parameters<typeof grantCertificateTypes>[2]) =>
      grantCertificateTypes(ports, userId, change),
    changeRoles: (userId: string, change: Parameters<typeof changeRoles>[2]) => changeRoles(ports, userId, change),
    addSubscription: (wish: SubscriptionWish) => addSubscription(ports, wish),
    setTheme: (wish: ThemeWish) => setTheme(ports, wish),
    subscriptions: () => ports.store.subscriptions(),
    addTeam: (wish: TeamName) => addTeam(ports, wish),
    joinTeam: (wish: TeamName, member: Parameters<typeof joinTeam>[2]) => joinTeam(ports, wish, member),
    leaveTeam: (wish: TeamName, userId: string) => leaveTeam(ports, wish, userId),
    teams: () => ports.store.teams(),
    addClient: (wish: ClientWish) => addClient(ports, wish),
    changeClient: (id: string, change: ClientChange) => changeClient(ports, id, change),
    clients: () => ports.store.clients(),
    sendFile: (wish: SendFileWish) => sendFile(foundation, ports, wish),
    listStuck: () => listStuck(foundation.database, foundation.now(), MOST_STUCK),
    ...documentsOfAll(foundation),
    ...archivesOfAll(foundation),
    [Symbol.asyncDispose]: () => foundation[Symbol.asyncDispose](),
  }
}

async function sendFile(foundation: Foundation, ports: OperatorPorts, wish: SendFileWish): Promise<SentDocument> {
  const names = wish.subscription === undefined ? [] : [wish.subscription]
  const [subscription] = await chooseSubscriptions(ports.store, names)
  await using workers = openPdfWorkers(foundation.config.pdfWorkers)
  const { opened, log } = foundation
  const queue = await openJobQueue<Schema>({ ...opened, log, kinds: JOB_KINDS, onlyEnqueues: true })
  try {
    const sending = composeSending(foundation, workers, notifyByJob(queue, foundation.config.senderMailDelayMs))
    const subscriptionId = subscription!.id
    const demands = { subscriptionId, certificates: wish.certificates }
    return await sendDocument(sending, {
      sender: { subscriptionId, clientId: null, userId: null },
      file: wish.file,
      attachments: wish.attachments,
      order: await demandCertificates(sending.store, wish.order, demands),
    })
  } finally {
    await queue.stop()
  }
}
