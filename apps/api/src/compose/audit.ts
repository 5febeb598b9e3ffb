/** The audit log of an installation, for the seal of each night or hour and for an operator who checks it. */
import { checkTimestampToken, PkiError, requestTimestamp } from '@rubrica/pki'
import { openHeadSigner } from '../adapters/audit-keys/open-head-signer.ts'
import { DatabaseAuditHeadStore } from '../adapters/database/audit/audit-head-store.ts'
import { DatabaseAuditKeyRecords } from '../adapters/database/audit/audit-key-store.ts'
import { openAuditProgress } from '../adapters/database/audit/audit-progress.ts'
import { DatabaseAuditReader } from '../adapters/database/audit/audit-reader.ts'
import { DatabasePublicHeadStore } from '../adapters/database/audit/public-head-store.ts'
import { DatabaseInstallationLogReader } from '../adapters/database/installation-log/installation-log-reader.ts'
import { inTransaction } from '../adapters/database/connection.ts'
import type { TimestampAuthority } from '../adapters/signatures/open-signature-maker.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { readTrust } from './archiving.ts'
import { readConfig, type AuditHeadInterval } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'
import { compareKeptHeads } from '../modules/audit/compare-kept-heads.ts'
import { listInstallationLog } from '../modules/audit/installation/list-installation-log.ts'
import type { InstallationLogFilter } from '../modules/audit/installation/ports.ts'
import { verifyInstallationLog } from '../modules/audit/installation/verify-installation-log.ts'
import { listHeads } from '../modules/audit/list-heads.ts'
import { proveSealed } from '../modules/audit/prove-sealed.ts'
import type { PublishHeads } from '../modules/audit/publish-heads.ts'
import type { SealAuditLog } from '../modules/audit/seal-audit-log.ts'
import { verifyAudit } from '../modules/audit/verify-audit.ts'
import type { VerifiedPart } from '../modules/audit/ports.ts'
import { verifyHeads, type VerifyHeads } from '../modules/audit/verify-heads.ts'
import { verifyMoved, verifySome, type VerifyMoved } from '../modules/audit/verify-moved.ts'

export { INSTALLATION_EVENT_TYPES } from '../modules/audit/installation/ports.ts'

const EVERY_MS: Readonly<Record<AuditHeadInterval, number>> = {
  '15m': 15 * 60_000,
  '1h': 60 * 60_000,
  '6h': 6 * 60 * 60_000,
  '1d': 24 * 60 * 60_000,
}

export function composeHeads({ database, serverKeys, now }: Pick<Foundation, 'database' | 'serverKeys' | 'now'>) {
  const records = new DatabaseAuditKeyRecords(database)
  return { heads: new DatabaseAuditHeadStore(database), signer: openHeadSigner({ records, serverKeys, now }) }
}

export function composePublicHeads(foundation: Foundation): PublishHeads {
  const { signer } = composeHeads(foundation)
  const heads = new DatabasePublicHeadStore(foundation.database)
  return { heads, signer, arePublic: foundation.config.hasPublicHeads }
}

/** @param timestamps the authority that is asked; heads have no timestamps without one */
export function composeSealing(foundation: Foundation, timestamps: TimestampAuthority | undefined): SealAuditLog {
  const { config, now } = foundation
  return {
    ...composeHeads(foundation),
    timestamp: timestamps && requestTimestamp(timestamps.url, { ...timestamps, now }),
    everyMs: EVERY_MS[config.auditHeadEvery],
    now,
  }
}

/** Without anchors a token has to be of those bytes and whole, whoever made it. */
function judgeTimestamps(anchors: readonly Uint8Array[]): VerifyHeads['isTimestampOf'] {
  const trustAnchors = anchors.length > 0 ? anchors : undefined
  return (token, message) => {
    try {
      checkTimestampToken(token, { message, trustAnchors })
      return true
    } catch (error) {
      if (error instanceof PkiError) return false
      throw error
    }
  }
}

/**
 * Walks the audit log of the installation that the environment names, and checks its signed heads.
 * @param kept heads, as canonical texts, that somebody has kept elsewhere: the log has to be the one that they are of
 */
export async function verifyInstalledAudit(env: Environment, kept: readonly string[] = []) {
  await using foundation = await openQuietly(env)
  const log = await verifyAudit(new DatabaseAuditReader(foundation.database))
  // Heads and what they stand for are of one moment, too: a server may seal a day meanwhile.
  const isTimestampOf = judgeTimestamps((await readTrust(foundation)).timestampAnchors)
  const { installation, verdict } = await inTransaction(
    foundation.database,
    async (snapshot) => {
      const acts = await verifyInstallationLog(new DatabaseInstallationLogReader(snapshot))
      const ports = { ...composeHeads({ ...foundation, database: snapshot }), isTimestampOf }
      const sealed = await verifyHeads(ports, acts.deletions)
      const compared = await compareKeptHeads(ports.heads, kept)
      return { installation: acts, verdict: { ...sealed, headFindings: [...sealed.headFindings, ...compared] } }
    },
    { isolation: 'repeatable read' },
  )
  return {
    ...{ documents: log.documents, events: log.events, installationEvents: installation.events },
    ...{ heads: verdict.heads, headFindings: verdict.headFindings, deleted: verdict.deleted },
    findings: [...log.findings, ...verdict.findings],
    installationFindings: [...installation.findings, ...verdict.installationFindings],
  }
}

/** Documents that are looked at each night whether they moved or not. */
const SOME = 1000

/** What the log has more than when this was last run, and some of what it had. */
export function verifyGrownLog(foundation: Foundation): () => AsyncGenerator<VerifiedPart> {
  const { database } = foundation
  return async function* () {
    const { deletions } = await verifyInstallationLog(new DatabaseInstallationLogReader(database))
    const ports: VerifyMoved = {
      ...composeHeads(foundation),
      isTimestampOf: judgeTimestamps((await readTrust(foundation)).timestampAnchors),
      reader: new DatabaseAuditReader(database),
      progress: openAuditProgress(database),
      deletions,
    }
    yield* verifyMoved(ports)
    yield await verifySome(ports, SOME)
  }
}

/** What was done to the installation, the newest first. */
export async function listInstalledLog(env: Environment, filter: InstallationLogFilter) {
  await using foundation = await openQuietly(env)
  return await listInstallationLog(new DatabaseInstallationLogReader(foundation.database), filter)
}

/** The signed heads of that installation. */
export async function listInstalledHeads(env: Environment): ReturnType<typeof listHeads> {
  await using foundation = await openQuietly(env)
  return await listHeads(composeHeads(foundation))
}

/** What proves that a document's log is in the newest head; undefined for a document of which nothing is sealed. */
export async function proveInstalledDocument(env: Environment, documentId: string): ReturnType<typeof proveSealed> {
  await using foundation = await openQuietly(env)
  return await inTransaction(
    foundation.database,
    (snapshot) => proveSealed(composeHeads({ ...foundation, database: snapshot }), documentId),
    { isolation: 'repeatable read' },
  )
}

const openQuietly = (env: Environment) =>
  openFoundation({ config: readConfig(env), log: openLog({ level: 'silent' }), role: 'tool' })
