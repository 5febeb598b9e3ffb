import { resolve } from 'node:path'
import {
  FALLBACK_LANGUAGE,
  LANGUAGES,
  UNKNOWN_HOLDER_RULES,
  type Language,
  type UnknownHolderRule,
} from '@rubrica/domain'
import { VERIFICATION_LEVELS, type VerificationLevel } from '@rubrica/domain/verification-code'
import { ConfigError } from './config-error.ts'
import { EnvironmentReader, type Environment } from './environment-reader.ts'
import { readDatabase, type DatabaseConfig } from './read-database.ts'
import { readKek, type KekConfig } from './read-kek.ts'
import { readEnvironments, type EnvironmentsConfig } from './read-environments.ts'
import { readLogins, readSocialLinks, type LoginsConfig } from './read-logins.ts'
import { readMail, type MailConfig } from './read-mail.ts'
import { readObjects, type ObjectsConfig } from './read-objects.ts'
import { readProcess, type ProcessConfig } from './read-processes.ts'
import { readSeal, type SealConfig } from './read-seal.ts'
import { readTracing, type TracingConfig } from './read-tracing.ts'
import { Secret } from './secret.ts'

const MEGABYTE = 1024 * 1024
const DEMO_PASSWORD = 'Rubrica-2026'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const DEPLOYMENTS = ['LOCAL', 'PRE', 'PRO'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

export interface EnrolmentConfig {
  readonly url: string
  readonly user: string
  readonly password: Secret
}

/** How documents get their long-term form. */
export interface ArchiveConfig {
  /** After a signature, before its evidence is asked for. */
  readonly delayMs: number
  /** Before what failed is tried a second time; the pause doubles with each try. */
  readonly retryMs: number
  readonly tries: number
  /** Days before the end of an archive timestamp at which it is renewed. */
  readonly renewalDays: number
}

/** Everything that is set from outside, with defaults that work on a fresh machine. */
export interface Config extends DatabaseConfig {
  readonly deployment: (typeof DEPLOYMENTS)[number]
  readonly process: ProcessConfig
  readonly http: { readonly host: string; readonly port: number; readonly publicUrl: string }
  /** Absolute path: objects where there is no bucket, and the embedded database where its files can be there. */
  readonly dataDir: string
  readonly objects: ObjectsConfig
  readonly poolSize: number
  /** How long one statement of the server may take in the database. */
  readonly statementMs: number
  /** How long the server waits for the next piece of a request's body. */
  readonly bodyPauseMs: number
  readonly serverKeyFile: string
  /** The operator's key under which the server keys lie; undefined where they lie open in their file. */
  readonly serverKeyKek: KekConfig | undefined
  readonly logLevel: LogLevel
  /** Who collects spans, if anybody does. */
  readonly tracing: TracingConfig | undefined
  /** Bytes of the largest file that is taken in. */
  readonly intakeLimit: number
  readonly mail: MailConfig | undefined
  /** Where short messages go. */
  readonly sms: { readonly url: string; readonly token: Secret | undefined } | undefined
  /** The authority that is asked for timestamps; without one, signatures are PAdES-BASELINE-B. */
  readonly timestamps: { readonly url: string } | undefined
  /** PEM or DER files of authorities whose timestamps count, besides the trust anchors. */
  readonly timestampTrust: readonly string[]
  readonly enrolment: EnrolmentConfig | undefined
  /** The operator's key with which evidence is sealed; without one, a key that the installation makes itself. */
  readonly seal: SealConfig | undefined
  /** PEM or DER files of the certificate authorities the server trusts. */
  readonly trustAnchors: readonly string[]
  /** Origins with private addresses that certificates may point to all the same. */
  readonly privateOrigins: readonly string[]
  /** Origins to which webhooks may lead though they are private, or without TLS. */
  readonly webhookOrigins: readonly string[]
  /** The same for notices to browsers. */
  readonly pushOrigins: readonly string[]
  /** Origins from which an issuer is fetched that no document has brought along. */
  readonly issuerOrigins: readonly string[]
  readonly archive: ArchiveConfig
  /** Evidence is made of what is over, without anybody asking for it. */
  readonly makesEvidence: boolean
  /** How often the log of each subscription is sealed. */
  readonly auditHeadEvery: AuditHeadInterval
  /** Anybody may verify files here, and look codes up; undefined where nobody may without a log-in. */
  readonly verification: { readonly level: VerificationLevel } | undefined
  /** Anybody who knows a subscription's id may have the heads of its log. */
  readonly hasPublicHeads: boolean
  /** What is done with certificates that do not say whose they are. */
  readonly unknownHolders: UnknownHolderRule
  readonly hideUnknownUsers: boolean
  /** How many proxies in front of the server may set X-Forwarded-For. */
  readonly trustedProxies: number
  readonly pdfWorkers: { readonly threads: number; readonly memoryMb: number; readonly timeoutMs: number }
  /** What the portal shows of the provider, and the public client id it presents itself with. */
  readonly portal: {
    readonly clientId: string
    readonly providerName: string
    readonly supportMail: { readonly spanish: string; readonly english: string }
    readonly defaultLanguage: Language
    readonly socialLinks: readonly { readonly name: string; readonly url: string }[]
    /** Third parties that the browser asks for its address and its place; empty for nobody. */
    readonly ipLookupUrl: string
    readonly geoLookupUrl: string
    /** Takes `afirma:` addresses in the browser's place. */
    readonly autofirmaLauncher: string | undefined
  }
  readonly environments: EnvironmentsConfig
  readonly logins: LoginsConfig
  /** Requests per minute before the answer is 429. */
  readonly rateLimits: {
    readonly callsPerAddress: number
    readonly callsPerCaller: number
    readonly loginsPerAddress: number
    readonly loginsPerUser: number
    readonly filesVerified: number
    readonly codesLookedUp: number
  }
  /** Within which what happens to the documents of one sender is told in one mail. */
  readonly senderMailDelayMs: number
  /** Within which what begins to wait for one person is told in one mail. */
  readonly askedMailDelayMs: number
  /** How long a signature may hold its signer before anybody may release it. */
  readonly signingLeaseMs: number
  /** Base address of the sandbox whose demo people are seeded into an empty installation. */
  readonly demo: { readonly sandboxUrl: string; readonly password: Secret } | undefined
  /** Name of the step at which a crash test makes the process die. Never set in production. */
  readonly failpoint: string | undefined
}

function readEnrolment(read: EnvironmentReader): EnrolmentConfig | undefined {
  const url = read.address('EST_URL', ['http', 'https'])
  if (url === undefined) return undefined
  const user = read.text('EST_USER')
  const password = read.text('EST_PASSWORD')
  if (user !== undefined && password !== undefined) return { url, user, password: new Secret(password) }
  read.problems.push('EST_URL is set, so EST_USER and EST_PASSWORD must be set too.')
  return undefined
}

function readSms(read: EnvironmentReader): Config['sms'] {
  const url = read.address('SMS_URL', ['http', 'https'])
  const token = read.text('SMS_TOKEN')
  return url === undefined ? undefined : { url, token: token === undefined ? undefined : new Secret(token) }
}

function readDemo(read: EnvironmentReader): Config['demo'] {
  if (!read.flag('DEMO')) return undefined
  const sandboxUrl = read.address('SANDBOX_URL', ['http', 'https'])
  if (sandboxUrl === undefined) read.problems.push('DEMO is set, so SANDBOX_URL must be set too.')
  const password = new Secret(read.text('DEMO_PASSWORD') ?? DEMO_PASSWORD)
  return sandboxUrl === undefined ? undefined : { sandboxUrl, password }
}

function readPortal(read: EnvironmentReader): Config['portal'] {
  return {
    clientId: read.text('PORTAL_CLIENT_ID') ?? 'portal',
    providerName: read.text('PROVIDER_NAME') ?? 'Rúbrica',
    supportMail: {
      spanish: read.text('SUPPORT_MAIL_SPANISH') ?? 'soporte@rubrica.invalid',
      english: read.text('SUPPORT_MAIL_ENGLISH') ?? 'support@rubrica.invalid',
    },
    defaultLanguage: read.choice('DEFAULT_LANGUAGE', LANGUAGES, FALLBACK_LANGUAGE),
    socialLinks: readSocialLinks(read),
    ipLookupUrl: read.address('IP_LOOKUP_URL', ['http', 'https']) ?? '',
    geoLookupUrl: read.address('GEO_LOOKUP_URL', ['http', 'https']) ?? '',
    autofirmaLauncher: read.address('AUTOFIRMA_LAUNCHER_URL', ['http', 'https']),
  }
}

function readHttp(read: EnvironmentReader): Config['http'] {
  const host = read.text('HOST') ?? '127.0.0.1'
  const port = read.wholeNumber('PORT', { fallback: 8080, min: 0, max: 65_535 })
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const publicUrl = read.address('PUBLIC_URL', ['http', 'https']) ?? `http://${reachable}:${port}`
  return { host, port, publicUrl: publicUrl.replace(/\/+$/, '') }
}

function readOutside(
  read: EnvironmentReader,
): Pick<
  Config,
  | 'mail'
  | 'sms'
  | 'timestamps'
  | 'timestampTrust'
  | 'enrolment'
  | 'seal'
  | 'trustAnchors'
  | 'privateOrigins'
  | 'webhookOrigins'
  | 'pushOrigins'
  | 'issuerOrigins'
> {
  const tsa = read.address('TSA_URL', ['http', 'https'])
  return {
    mail: readMail(read),
    timestamps: tsa === undefined ? undefined : { url: tsa },
    timestampTrust: read.list('TSA_TRUST'),
    sms: readSms(read),
    enrolment: readEnrolment(read),
    seal: readSeal(read),
    trustAnchors: read.list('TRUST_ANCHORS'),
    privateOrigins: read.origins('OUTGOING_PRIVATE_ORIGINS'),
    webhookOrigins: read.origins('WEBHOOK_PRIVATE_ORIGINS'),
    pushOrigins: read.origins('PUSH_PRIVATE_ORIGINS'),
    issuerOrigins: read.origins('ISSUER_ORIGINS'),
  }
}

export type AuditHeadInterval = '15m' | '1h' | '6h' | '1d'

function readArchive(read: EnvironmentReader): ArchiveConfig {
  return {
    delayMs: read.wholeNumber('ARCHIVE_DELAY_MS', { fallback: 60_000, min: 0, max: 3_600_000 }),
    retryMs: read.wholeNumber('ARCHIVE_RETRY_MS', { fallback: 60_000, min: 100, max: 86_400_000 }),
    tries: read.wholeNumber('ARCHIVE_TRIES', { fallback: 12, min: 1, max: 100 }),
    renewalDays: read.wholeNumber('ARCHIVE_RENEWAL_DAYS', { fallback: 90, min: 1, max: 3650 }),
  }
}

function readVerification(read: EnvironmentReader): Config['verification'] {
  const level = read.choice('VERIFICATION_LEVEL', VERIFICATION_LEVELS, 'facts')
  return read.choice('PUBLIC_VERIFICATION', ['on', 'off'], 'on') === 'on' ? { level } : undefined
}

/**
 * Turns environment variables into the server's configuration.
 * @param read a reader of the same variables that may have found problems already
 * @throws {ConfigError} with one sentence per variable that makes no sense.
 */
export function readConfig(env: Environment, read = new EnvironmentReader(env)): Config {
  const dataDir = resolve(read.text('DATA_DIR') ?? './data')
  const poolSize = read.wholeNumber('DATABASE_POOL', { fallback: 20, min: 2, max: 500 })
  const http = readHttp(read)
  const config: Config = {
    deployment: read.choice('DEPLOYMENT', DEPLOYMENTS, 'LOCAL'),
    process: readProcess(read),
    http,
    dataDir,
    objects: readObjects(read, dataDir),
    poolSize,
    statementMs: read.wholeNumber('DATABASE_STATEMENT_TIMEOUT_MS', { fallback: 15_000, min: 500, max: 600_000 }),
    bodyPauseMs: read.wholeNumber('BODY_PAUSE_MS', { fallback: 15_000, min: 200, max: 120_000 }),
    ...readDatabase(read, dataDir),
    serverKeyFile: resolve(read.text('SERVER_KEY_FILE') ?? `${dataDir}-keys/server-keys.json`),
    serverKeyKek: readKek(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    tracing: readTracing(read),
    intakeLimit: read.wholeNumber('MAX_DOCUMENT_MB', { fallback: 50, min: 1, max: 100 }) * MEGABYTE,
    ...readOutside(read),
    archive: readArchive(read),
    makesEvidence: read.choice('EVIDENCE', ['made', 'asked'], 'made') === 'made',
    auditHeadEvery: read.choice('AUDIT_HEAD_EVERY', ['15m', '1h', '6h', '1d'], '1d'),
    verification: readVerification(read),
    hasPublicHeads: read.choice('PUBLIC_HEADS', ['on', 'off'], 'off') === 'on',
    unknownHolders: read.choice('HOLDER_UNKNOWN', UNKNOWN_HOLDER_RULES, 'warn'),
    hideUnknownUsers: read.flag('HIDE_UNKNOWN_USERS'),
    trustedProxies: read.wholeNumber('TRUSTED_PROXIES', { fallback: 0, min: 0, max: 10 }),
    pdfWorkers: {
      threads: read.wholeNumber('PDF_WORKERS', { fallback: 2, min: 1, max: 64 }),
      memoryMb: read.wholeNumber('PDF_WORKER_MEMORY_MB', { fallback: 512, min: 128, max: 8192 }),
      timeoutMs: read.wholeNumber('PDF_WORKER_TIMEOUT_MS', { fallback: 10_000, min: 500, max: 60_000 }),
    },
    portal: readPortal(read),
    environments: readEnvironments(read, http.publicUrl),
    logins: readLogins(read),
    rateLimits: readRateLimits(read),
    senderMailDelayMs: read.wholeNumber('SENDER_MAIL_DELAY_MS', { fallback: 120_000, min: 0, max: 3_600_000 }),
    askedMailDelayMs: read.wholeNumber('ASKED_MAIL_DELAY_MS', { fallback: 120_000, min: 0, max: 3_600_000 }),
    signingLeaseMs: read.wholeNumber('SIGNING_LEASE_MS', { fallback: 60_000, min: 500, max: 600_000 }),
    demo: readDemo(read),
    failpoint: read.text('FAILPOINT'),
  }
  if (config.failpoint !== undefined && env['NODE_ENV'] === 'production') {
    read.problems.push('FAILPOINT is for crash tests and is refused when NODE_ENV is production.')
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems)
  return config
}

function readRateLimits(read: EnvironmentReader): Config['rateLimits'] {
  const callsPerAddress = read.wholeNumber('CALLS_PER_MINUTE', { fallback: 6000, min: 60, max: 1_000_000 })
  return {
    callsPerAddress,
    callsPerCaller: read.wholeNumber('CALLS_PER_MINUTE_AND_CALLER', {
      fallback: callsPerAddress,
      min: 60,
      max: 1_000_000,
    }),
    loginsPerAddress: read.wholeNumber('LOGINS_PER_MINUTE_AND_ADDRESS', { fallback: 120, min: 5, max: 1_000_000 }),
    loginsPerUser: read.wholeNumber('LOGINS_PER_MINUTE_AND_USER', { fallback: 30, min: 5, max: 1_000_000 }),
    filesVerified: read.wholeNumber('FILES_VERIFIED_PER_MINUTE', { fallback: 4, min: 1, max: 1_000_000 }),
    codesLookedUp: read.wholeNumber('CODES_LOOKED_UP_PER_MINUTE', { fallback: 10, min: 1, max: 1_000_000 }),
  }
}
