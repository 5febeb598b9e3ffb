/**
 * Server keys in a file of their own, outside the data directory, so that a copy of the data is useless without it. The
 * file is read at the start and again when it has changed; which of its keys wraps is what the database says
 * (`follow`), and where nothing has said it yet, what the file says.
 */
import {
  ServerKeyError,
  wrappedKeyVersion,
  type KeyFingerprint,
  type RegisteredKey,
  type ServerKeys,
} from '../../ports/server-keys.ts'
import {
  changeKeyFile,
  createKeyFile,
  fileError,
  fingerprintOf,
  isThere,
  makeKey,
  markOf,
  readKeyFile,
} from './key-file.ts'
import { unwrapValue, wrapValue, type VersionedKey } from './wrap-value.ts'

/** No wrapped value is shorter. */
const SHORTEST = 32

interface HeldKey {
  readonly key: Uint8Array
  readonly fingerprint: string
}

interface LoadedKeys {
  readonly active: number
  readonly keys: ReadonlyMap<number, HeldKey>
  readonly mark: string
}

/**
 * Opens the key file, or makes it.
 * @param mayCreate false when data exists already: then a missing file is a mistake, and a fresh key would hide it.
 * @throws {ServerKeyError} SERVER_KEY_FILE with one sentence for the operator.
 */
export async function openServerKeys(path: string, mayCreate: boolean): Promise<FileServerKeys> {
  if (!(await isThere(path))) {
    if (!mayCreate)
      throw fileError(`The server key file ${path} is missing; without it the stored data cannot be read.`)
    await createKeyFile(path)
  }
  return new FileServerKeys(path, await load(path))
}

/** How these came to be the keys of the installation: made now, taken over now from a file, or known before. */
export type KeysOrigin = 'made' | 'taken over' | 'known'

export class FileServerKeys implements ServerKeys {
  readonly path: string
  origin: KeysOrigin = 'known'
  private loaded: LoadedKeys
  private registered: readonly RegisteredKey[] = []
  private fault: string | undefined

  constructor(path: string, loaded: LoadedKeys) {
    this.path = path
    this.loaded = loaded
  }

  async wrap(plaintext: Uint8Array, binding: string): Promise<Uint8Array> {
    return wrapValue(await this.activeKey(), plaintext, binding)
  }

  async unwrap(wrapped: Uint8Array, binding: string): Promise<Uint8Array> {
    const version = wrapped.byteLength < SHORTEST ? 0 : wrappedKeyVersion(wrapped)
    return unwrapValue(await this.find(version), wrapped, binding)
  }

  activeVersion(): Promise<number> {
    return Promise.resolve(this.active)
  }

  fingerprints(): Promise<readonly KeyFingerprint[]> {
    return Promise.resolve(this.held())
  }

  /** What the file held when it was last read, usable or not. */
  held(): readonly KeyFingerprint[] {
    return [...this.loaded.keys].map(([version, { fingerprint }]) => ({ version, fingerprint }))
  }

  /** Takes over what the database says, and what the file holds by now. */
  async follow(registered: readonly RegisteredKey[]): Promise<void> {
    this.registered = registered
    await this.reload()
  }

  /** Why this process cannot serve, in a sentence. */
  lack(): string | undefined {
    if (this.keyOf(this.active)) return undefined
    return `The server key of version ${this.active} is the active one, and ${this.path} does not hold it.`
  }

  /** What is wrong with the file, in a sentence, though what was read before still serves. */
  complaint(): string | undefined {
    if (this.fault !== undefined) return this.fault
    const foreign = this.registered.find(({ version }) => this.loaded.keys.has(version) && !this.keyOf(version))
    return foreign && `The server key file ${this.path} holds another key of version ${foreign.version}.`
  }

  /**
   * Adds a fresh key to the file, unless it holds one of this version.
   * @returns the one that the file holds then
   */
  async add(version: number): Promise<KeyFingerprint> {
    await changeKeyFile(this.path, (file) =>
      file.keys.some((key) => key.version === version) ? file : { ...file, keys: [...file.keys, makeKey(version)] },
    )
    this.loaded = await load(this.path)
    const held = this.loaded.keys.get(version)
    if (held) return { version, fingerprint: held.fingerprint }
    throw fileError(`The server key file ${this.path} was exchanged while a key was added to it; try again.`)
  }

  /** Takes a key out of the file. */
  async drop(version: number): Promise<void> {
    const { active } = this
    await changeKeyFile(this.path, (file) => ({
      ...file,
      active: file.active === version ? active : file.active,
      keys: file.keys.filter((key) => key.version !== version),
    }))
    this.loaded = await load(this.path)
  }

  private get active(): number {
    return this.registered.find(({ state }) => state === 'active')?.version ?? this.loaded.active
  }

  private async activeKey(): Promise<VersionedKey> {
    const version = this.active
    return { version, key: await this.find(version) }
  }

  /** A key that is not here yet may have come into the file since. */
  private async find(version: number): Promise<Uint8Array> {
    if (!this.keyOf(version)) await this.reload()
    const key = this.keyOf(version)
    if (key) return key
    throw new ServerKeyError('SERVER_KEY_UNKNOWN', `The server key of version ${version} is not in the key file.`)
  }

  /** One that is not the installation's wraps and opens nothing. */
  private keyOf(version: number): Uint8Array | undefined {
    const held = this.loaded.keys.get(version)
    const known = this.registered.find((key) => key.version === version)
    return known && known.fingerprint !== held?.fingerprint ? undefined : held?.key
  }

  /** A file that cannot be read any more takes away no key that was read before. */
  private async reload(): Promise<void> {
    try {
      if ((await markOf(this.path)) !== this.loaded.mark) this.loaded = await load(this.path)
      this.fault = undefined
    } catch (error) {
      this.fault = error instanceof ServerKeyError ? error.message : `The server key file ${this.path} is gone.`
    }
  }
}

async function load(path: string): Promise<LoadedKeys> {
  const mark = await markOf(path)
  const { active, keys } = await readKeyFile(path)
  const held = keys.map(({ version, key: text }) => {
    const key = Buffer.from(text, 'base64')
    return [version, { key, fingerprint: fingerprintOf(key) }] as const
  })
  return { active, mark, keys: new Map(held) }
}
