import type { EnvironmentReader } from './environment-reader.ts'
import { Secret } from './secret.ts'

/** Where the database is: our own PostgreSQL below the data directory, or a server that the operator runs. */
export type DatabasePlace =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | {
      readonly kind: 'external'
      readonly url: Secret
      /** A way past any pooler, for what needs a connection to itself; the same way unless it is set. */
      readonly adminUrl?: Secret | undefined
    }

/** What a connection may ask of whatever stands between the server and PostgreSQL. */
export interface ConnectionConfig {
  /** Statements get names and are planned once for each connection. */
  readonly prepares: boolean
  /** Limits of time are sent when a connection is opened; else the operator gives them to the role. */
  readonly sendsLimits: boolean
}

export interface DatabaseConfig {
  readonly database: DatabasePlace
  readonly connections: ConnectionConfig
  /** Brings the schema up to date when it starts; else that is done by a command. */
  readonly migrates: boolean
}

export function readDatabase(read: EnvironmentReader, dataDir: string): DatabaseConfig {
  const url = read.address('DATABASE_URL', ['postgres', 'postgresql'])
  const admin = read.address('DATABASE_ADMIN_URL', ['postgres', 'postgresql'])
  if (admin !== undefined && url === undefined) {
    read.problems.push('DATABASE_ADMIN_URL is set, so DATABASE_URL must be set too.')
  }
  const adminUrl = admin === undefined ? undefined : new Secret(admin)
  return {
    database: url === undefined ? { kind: 'embedded', dataDir } : { kind: 'external', url: new Secret(url), adminUrl },
    connections: {
      prepares: read.choice('DATABASE_PREPARE', ['on', 'off'], 'on') === 'on',
      sendsLimits: read.choice('DATABASE_SEND_LIMITS', ['on', 'off'], 'on') === 'on',
    },
    migrates: read.choice('MIGRATE', ['on', 'off'], 'on') === 'on',
  }
}
