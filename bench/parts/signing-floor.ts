/**
 * What no server can do without for a signature: derive the PIN's key once, then for each document use the private key,
 * get a timestamp, commit something to the database, and write an object to the disk.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { requestTimestamp } from '@rubrica/pki'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { openWithPin, sealUnderPin } from '../../apps/api/src/adapters/key-vault/envelope.ts'
import { openDiskObjectStore } from '../../apps/api/src/adapters/object-store/disk-object-store.ts'

const PIN = 'bench-pin'
const BINDING = Buffer.from('bench')
/** Signed attributes, and a tail with its CMS, are about this long. */
const ATTRIBUTES_BYTES = 250
const TAIL_BYTES = 40_000

export interface SigningFloor extends AsyncDisposable {
  /** The slow derivation. */
  openKey(): Promise<void>
  /** One document with the key that was opened. */
  sign(): Promise<void>
  /** One document, without the object. */
  signWithoutObject(): Promise<void>
}

/** @param tsa address of the timestamp authority, and DER of the certificate that its answers must lead to */
export async function openSigningFloor(
  databaseUrl: string,
  tsa: { url: string; trusted: Uint8Array },
): Promise<SigningFloor> {
  const directory = await makeTemporaryDirectory()
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query('create table bench_commits (id bigserial primary key, value text not null)')
  const store = openDiskObjectStore(join(directory.path, 'objects'))
  const timestamp = requestTimestamp(tsa.url, { trustAnchors: [tsa.trusted] })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  const sealed = await sealUnderPin(pkcs8, PIN, BINDING)
  let opened: Buffer = pkcs8
  const signWithoutObject = async () => {
    const key = createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' })
    await timestamp(sign('sha256', randomBytes(ATTRIBUTES_BYTES), key))
    await database.query("insert into bench_commits (value) values ('signed')")
  }
  return {
    openKey: async () => {
      const key = await openWithPin(sealed, PIN, BINDING)
      if (!key) throw new Error('the key does not open')
      opened = key
    },
    sign: async () => {
      await signWithoutObject()
      await store.put([randomBytes(TAIL_BYTES)])
    },
    signWithoutObject,
    [Symbol.asyncDispose]: async () => {
      await database.end()
      await directory[Symbol.asyncDispose]()
    },
  }
}
