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
import { kekError, kekBinding, type Kek } from './kek/kek.ts'
import {
  changeKeyFile,
  createKeyFile,
  fileError,
  fingerprintOf,
  isThere,
  makeKey,
  markOf,
  readKeyFile,
  type KeyEntry,
} from './key-file.ts'
import { unwrapValue, wrapValue, type VersionedKey } from './wrap-value.ts'

/** No wrapped value is shorter. */
const SHORTEST = 32
/** A file that could not be read is not tried again before: what seals it may be away, and is not to be stormed. */
const AGAIN_MS = 30_000

interface HeldKey {
  readonly key: Uint8Array
  readonly entry: KeyEntry
}

interface LoadedKeys {
  readonly active: number
  readonly keys: ReadonlyMap<number, HeldKey>
  readonly mark: string
}

export interface KeyFilePlace {
  readonly path: string
  /** Under which the keys lie in the file; undefined where they lie open. */
  readonly kek?: Kek | undefined
}

/**
 * Opens the key file, or makes it.
 * @param mayCreate false when data exists already: then a missing file is a mistake, and a fresh key would hide it.
 * @throws {ServerKeyError} SERVER_KEY_FILE, SERVER_KEY_KEK with one sentence for the operator.
 */
export async function openServerKeys(place: KeyFilePlace, mayCreate: boolean): Promise<FileServerKeys> {
  const { path, kek } = place
  if (!(await isThere(path))) {
    if (!mayCreate)
      throw fileError(`The server key file ${path} is missing; without it the stored data cannot be read.`)
    const first = await sealEntry(makeKey(1), kek)
    await createKeyFile(path, { active: 1, kek: kek?.name, keys: [first] })
  }
  return new FileServerKeys(place, await load(place))
}

/** How these came to be the keys of the installation: made now, taken over now from a file, or known before. */
export type KeysOrigin = 'made' | 'taken over' | 'known'

export class FileServerKeys implements ServerKeys {
  readonly path: string
  origin: KeysOrigin = 'known'
  private readonly place: KeyFilePlace
  private loaded: LoadedKeys
  private registered: readonly RegisteredKey[] = []
  private fault: { readonly sentence: string; readonly mark: string; readonly at: number } | undefined
  private reloading: Promise<void> | undefined

  constructor(place: KeyFilePlace, loaded: LoadedKeys) {
    this.path = place.path
    this.place = place
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
    return [...this.loaded.keys].map(([version, { entry }]) => ({ version, fingerprint: entry.fingerprint }))
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
    if (this.fault !== undefined) return this.fault.sentence
    const foreign = this.registered.find(({ version }) => this.loaded.keys.has(version) && !this.keyOf(version))
    return foreign && `The server key file ${this.path} holds another key of version ${foreign.version}.`
  }

  /**
   * Adds a fresh key to the file, unless it holds one of this version.
   * @returns the one that the file holds then
   */
  async add(version: number): Promise<KeyFingerprint> {
    return this.put(makeKey(version))
  }

  /** The same with a key that is given; an entry of its version that is there stays. */
  async put(plain: KeyEntry): Promise<KeyFingerprint> {
    const { version } = plain
    if (!this.loaded.keys.has(version)) {
      const entry = await sealEntry(plain, this.place.kek)
      await changeKeyFile(this.path, (file) =>
        file.keys.some((key) => key.version === version) ? file : { ...file, keys: [...file.keys, entry] },
      )
      this.loaded = await load(this.place, this.loaded)
    }
    const held = this.loaded.keys.get(version)
    if (held) return { version, fingerprint: held.entry.fingerprint }
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
    this.loaded = await load(this.place, this.loaded)
  }

  /** The key itself, for paper. */
  reveal(version: number): Uint8Array | undefined {
    return this.loaded.keys.get(version)?.key
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
    return known && known.fingerprint !== held?.entry.fingerprint ? undefined : held?.key
  }

  /** Once for all who ask meanwhile. */
  private reload(): Promise<void> {
    this.reloading ??= this.readAgain().finally(() => {
      this.reloading = undefined
    })
    return this.reloading
  }

  /** A file that cannot be read any more takes away no key that was read before. */
  private async readAgain(): Promise<void> {
    const mark = await markOf(this.path).catch(() => 'gone')
    if (mark === this.fault?.mark && Date.now() - this.fault.at < AGAIN_MS) return
    try {
      if (mark !== this.loaded.mark) this.loaded = await load(this.place, this.loaded)
      this.fault = undefined
    } catch (error) {
      const sentence =
        error instanceof ServerKeyError ? error.message : `The server key file ${this.path} is gone or cannot be read.`
      this.fault = { sentence, mark, at: Date.now() }
    }
  }
}

/** @param before what need not be opened again */
async function load(place: KeyFilePlace, before?: LoadedKeys): Promise<LoadedKeys> {
  const mark = await markOf(place.path)
  const { active, kek, keys } = await readKeyFile(place.path)
  refuseOtherForm(place, kek)
  const held = new Map<number, HeldKey>()
  for (const entry of keys) {
    const known = before?.keys.get(entry.version)
    const isKnown = known?.entry.fingerprint === entry.fingerprint
    held.set(entry.version, isKnown ? { entry, key: known.key } : { entry, key: await openEntry(entry, place.kek) })
  }
  return { active, mark, keys: held }
}

function refuseOtherForm({ path, kek }: KeyFilePlace, under: string | undefined): void {
  if (kek && under === undefined)
    throw fileError(`The server key file ${path} is not sealed, and SERVER_KEY_KEK is set; run "rubrica keys seal".`)
  if (!kek && under !== undefined)
    throw fileError(`The server key file ${path} is sealed under ${under}; set SERVER_KEY_KEK to that.`)
}

async function openEntry({ version, fingerprint, octets }: KeyEntry, kek: Kek | undefined): Promise<Uint8Array> {
  if (!kek) return octets
  const key = await kek.open(octets, kekBinding(version, fingerprint))
  if (fingerprintOf(key) === fingerprint) return key
  throw kekError(kek.name, `opened something that is not the server key of version ${version}`)
}

/** @throws {ServerKeyError} SERVER_KEY_KEK also when what was closed does not open again */
export async function sealEntry(plain: KeyEntry, kek: Kek | undefined): Promise<KeyEntry> {
  if (!kek) return plain
  const { version, fingerprint } = plain
  const sealed = { ...plain, octets: await kek.seal(plain.octets, kekBinding(version, fingerprint)) }
  await openEntry(sealed, kek)
  return sealed
}
