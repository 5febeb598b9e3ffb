/**
 * What a backup file holds, in this order:
 *   manifest.json                    which schema and which server keys it needs
 *   tables/<table>/<number>.ndjson   rows of each table, one JSON object per line, as PostgreSQL writes them
 *   jobs.ndjson                      jobs that were waiting
 *   objects/<id>                     every object that a row names, still encrypted
 *   end.json                         row counts and digests; without it the backup is incomplete
 * The server's keys are not in it: a thief of the file can read no document.
 */
import { z } from 'zod'

export const BACKUP_VERSION = 1

export const manifestShape = z.object({
  format: z.literal('rubrica-backup'),
  version: z.int(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  serverKeys: z.array(z.object({ version: z.int(), fingerprint: z.string() })),
})
export type BackupManifest = z.infer<typeof manifestShape>

export const endShape = z.object({
  /** SHA-256 over the lines of a table, each with its line end. */
  tables: z.record(z.string(), z.object({ rows: z.int(), digest: z.string() })),
  objects: z.int(),
})
export type BackupEnd = z.infer<typeof endShape>

export const jobShape = z.object({
  kind: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  startAfter: z.string(),
})

export type BackupErrorCode =
  'BACKUP_DAMAGED' | 'BACKUP_VERSION' | 'BACKUP_SERVER_KEYS' | 'INSTALLATION_NOT_EMPTY' | 'BACKUP_OBJECT_MISSING'

/** A backup cannot be made or restored; the message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.code = code
  }
}
