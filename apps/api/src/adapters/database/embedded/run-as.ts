import { chmod, chown, mkdir } from 'node:fs/promises'

/**
 * PostgreSQL refuses to run as root, so root hands its cluster to the system's least user. 65534 is `nobody` on every
 * Linux; initdb insists on a user that has a name.
 */
const NOBODY = { uid: 65_534, gid: 65_534 }

export interface Identity {
  readonly uid: number
  readonly gid: number
}

/** Whose processes the database's are: undefined means our own. */
export function databaseIdentity(): Identity | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined
}

/** Makes a directory that only the database's user can open. */
export async function makePrivateDirectory(path: string, identity: Identity | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (identity) await chown(path, identity.uid, identity.gid)
}

/**
 * Makes a directory of ours that the database's user may pass through without seeing what is in it, whatever the umask.
 */
export async function makePassableDirectory(path: string, identity: Identity | undefined): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (identity && made !== undefined) await chmod(path, 0o711)
}
