import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { SMTPServer } from 'smtp-server'
import { buildApp } from './build-app.ts'
import type { DeskFacts } from './desk/render-desk.ts'
import { createFaultBook } from './inject-faults.ts'
import { createClock } from './keep-time.ts'
import { describeLogins, ISSUERS, type IssuerId, type LoginClients } from './logins/describe-logins.ts'
import { openLoginKeys } from './logins/open-login-keys.ts'
import { openMailbox } from './mail/open-mailbox.ts'
import { createMailServer } from './mail/receive-mail.ts'
import { openPeople } from './people/open-people.ts'
import { createPhone } from './phone/open-phone.ts'
import { takeKeysFrom } from './pki/create-key.ts'
import { openPki } from './pki/open-pki.ts'
import { openProviderKeys } from './providers/open-provider-keys.ts'
import { CSC_CLIENT } from './providers/csc/add-oauth-routes.ts'
import { KEYMAN_ORGANISATION, KEYMAN_PATH } from './providers/ivsign/keyman-users.ts'
import { createSignatureRegister } from './providers/record-signatures.ts'
import { AIS_PATH } from './providers/swisscom/add-swisscom-routes.ts'
import { AIS_IDENTITY } from './providers/swisscom/read-sign-request.ts'
import type { EstAccount } from './routes/est-routes.ts'
import type { SmsAccount } from './routes/phone-routes.ts'
import { chooseAddress, portInUse, StartError, type Address } from './store/choose-address.ts'
import { writeAtomically } from './store/write-atomically.ts'

export interface SandboxOptions {
  /** Folder of the sandbox's own; made when missing. */
  readonly dataDir: string
  readonly host: string
  /** 0: the kept port, or any free one. */
  readonly port: number
  /** Whether somebody asked for this very port. */
  readonly portIsFixed: boolean
  /** 0: any free one. */
  readonly smtpPort: number
  /** Folder that it shares its keys with others through, for tests; see `takeKeysFrom`. */
  readonly keyPool?: string | undefined
  /** What the demo people log in to the portal with, for the desk to say; absent where no portal has them. */
  readonly portalPassword?: string | undefined
}

export interface RunningSandbox {
  readonly url: string
  readonly smtpUrl: string
  readonly facts: DeskFacts
  stop(): Promise<void>
}

/** Starts every service of the sandbox; at the first start it makes all keys. Throws StartError. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  if (options.keyPool !== undefined) takeKeysFrom(options.keyPool)
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const { host, port, release } = await chooseAddress(options)
  // Held until all keys are made: that takes a while, in which others look for a port, too.
  const { app, mail, url, facts } = await openServices(options, { host, port }).finally(release)
  const stop = async (): Promise<void> => {
    await Promise.all([app.close(), new Promise<void>((resolve) => mail.close(resolve))])
  }
  try {
    await app.listen({ host, port })
  } catch (error) {
    await stop()
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portInUse({ host, port }) : error
  }
  return { url, smtpUrl: facts.smtp, facts, stop }
}

/** Everything but the address itself; mail is taken already. */
async function openServices(options: SandboxOptions, { host, port }: Address) {
  const url = `http://${reachableHost(host)}:${port}`
  const data = await openData(options.dataDir, url)
  const faults = createFaultBook()
  const mail = createMailServer(data.mailbox, faults)
  const smtpPort = await listenForMail(mail, host, options.smtpPort)
  const facts = describeServices(url, data, { host: reachableHost(host), port: smtpPort })
  const clock = createClock()
  const phone = createPhone(clock)
  const app = buildApp({ ...data, faults, clock, phone, facts, portalPassword: options.portalPassword })
  return { app, mail, url, facts }
}

async function openData(dataDir: string, url: string) {
  try {
    const pki = await openPki(join(dataDir, 'pki'), url)
    const people = await openPeople(join(dataDir, 'people'), pki)
    const mailbox = await openMailbox(join(dataDir, 'mail'))
    const signatures = createSignatureRegister()
    const keys = openProviderKeys(join(dataDir, 'provider-keys'), pki, signatures)
    const estAccount = openAccount(join(dataDir, 'est-account.json'), makeEstAccount)
    const smsAccount = openAccount(join(dataDir, 'sms-account.json'), () => ({ token: makeSecret() }))
    const loginClients = openAccount(join(dataDir, 'login-clients.json'), makeLoginClients)
    const loginKeys = openLoginKeys(join(dataDir, 'login-keys'))
    const tokenFolder = join(dataDir, 'provider-tokens')
    mkdirSync(tokenFolder, { recursive: true, mode: 0o700 })
    const accounts = { estAccount, smsAccount, loginClients }
    const folders = { tokenFolder, autofirmaFolder: join(dataDir, 'autofirma') }
    return { pki, people, mailbox, signatures, keys, ...folders, loginKeys, ...accounts }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = 'move that folder away, and the next start makes a new one'
    throw new StartError('DATA_DAMAGED', `The sandbox's data in ${dataDir} cannot be read (${reason}): ${advice}.`)
  }
}

/** The host to write into addresses: one that listens everywhere is reached on this machine. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Credentials for a service: made at the first start, shown on the desk. */
/** What is kept stays; what a newer sandbox has besides is made. */
function openAccount<Account extends object>(path: string, make: () => Account): Account {
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Account>) : {}
  const account: Account = { ...make(), ...kept }
  const isWhole = Object.keys(account).every((name) => name in kept)
  if (!isWhole) writeAtomically(path, `${JSON.stringify(account)}\n`)
  return account
}

const makeSecret = (): string => randomBytes(12).toString('base64url')
const makeEstAccount = (): EstAccount => ({ user: 'sandbox-ra', password: makeSecret() })
const makeLoginClients = (): LoginClients => {
  const [google, microsoft, wallet, oidc] = ISSUERS
  return {
    google: makeLoginClient(google),
    microsoft: makeLoginClient(microsoft),
    wallet: makeLoginClient(wallet),
    oidc: makeLoginClient(oidc),
  }
}
const makeLoginClient = (id: IssuerId) => ({ clientId: `rubrica-${id}`, clientSecret: makeSecret() })

function listenForMail(mail: SMTPServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    mail.on('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE'
      reject(
        busy ? new StartError('PORT_IN_USE', `Another program uses ${host}:${port}; give another SMTP_PORT.`) : error,
      )
    })
    mail.listen(port, host, () => resolve((mail.server.address() as AddressInfo).port))
  })
}

interface Accounts {
  readonly estAccount: EstAccount
  readonly smsAccount: SmsAccount
  readonly loginClients: LoginClients
}

function describeServices(url: string, accounts: Accounts, smtp: { host: string; port: number }): DeskFacts {
  const { estAccount: est, smsAccount: sms } = accounts
  const perAuthority = (suffix: string) => ({
    root: `${url}/pki/root${suffix}`,
    ca: `${url}/pki/ca${suffix}`,
    tsaCa: `${url}/pki/tsa-ca${suffix}`,
  })
  const certificates = perAuthority('.cer')
  return {
    desk: `${url}/`,
    ...certificates,
    crl: perAuthority('.crl'),
    ocsp: { root: `${url}/pki/ocsp/root`, ca: `${url}/pki/ocsp/ca` },
    tsa: `${url}/pki/tsa`,
    est: { url: `${url}/.well-known/est`, user: est.user, password: est.password },
    smtp: `smtp://${smtp.host}:${smtp.port}`,
    sms: { url: `${url}/sms/messages`, token: sms.token },
    csc: { url: `${url}/csc`, ...CSC_CLIENT },
    uanataca: { url: `${url}/signcloud/uanataca` },
    validatedid: { url: `${url}/signcloud/validatedid` },
    redtrust: { url: `${url}/redtrust` },
    nebula: { url: `${url}/nebula` },
    swisscom: { url: `${url}${AIS_PATH}`, claimedIdentity: AIS_IDENTITY },
    ivnosys: { url: `${url}${KEYMAN_PATH}`, organisation: KEYMAN_ORGANISATION },
    autofirma: { launcher: `${url}/autofirma/launch`, root: `${url}/autofirma/root.cer`, windows: `${url}/autofirma` },
    ...describeLogins(url, accounts.loginClients),
    phone: `${url}/phone.json`,
    people: `${url}/people.json`,
    inbox: `${url}/inbox.json`,
  }
}
