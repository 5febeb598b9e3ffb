import { sign, X509Certificate } from 'node:crypto'
import type { Identity } from '../pki/issue-certificate.ts'
import type { Behaviour } from './behave.ts'
import type { CardStore, Kind } from './open-card-store.ts'
import { isHeadless, readData, readFilters, type Operation } from './read-request.ts'
import { OperationError, type ErrorName } from './say-error.ts'

/** Somebody at the PC: is shown certificates and picks one, or cancels (undefined). */
export type Ask = (offered: readonly Offer[]) => Promise<Offer | undefined>

export interface Offer {
  readonly kind: Kind
  readonly identity: Identity
}

/** What one run of the application remembers, and whom it asks. */
export interface Desktop {
  readonly behaviour: Behaviour
  readonly store: CardStore
  readonly ask: Ask
  /** The choice that holds for the rest of the run. */
  sticky?: Offer | undefined
}

/** Hashes by the part of an algorithm's name that counts. */
const HASHES: Readonly<Record<string, string>> = {
  SHA1: 'sha1',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
}
/** Formats that the real one has and this one does not play. */
const RAW = 'NONE'

/** @returns the text of the result. Throws OperationError. */
export async function answerOperation(desktop: Desktop, operation: Operation): Promise<string> {
  const { parameters } = operation
  if (operation.name === 'selectcert') return encode((await choose(desktop, operation)).identity.certificate)
  if (operation.name === 'sign') return signOne(desktop, operation)
  if (operation.name === 'batch' && parameters.get('localBatchProcess') === 'true') return signBatch(desktop, operation)
  throw new OperationError(operation.name === 'batch' ? 'no-batch-address' : 'unknown-operation')
}

const encode = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_')

async function signOne(desktop: Desktop, operation: Operation): Promise<string> {
  const { parameters } = operation
  const hash = checkAlgorithm(parameters.get('format'), parameters.get('algorithm'))
  const { identity } = await choose(desktop, operation)
  const value = signRaw(identity, hash, readData(parameters.get('dat')))
  const extra = desktop.behaviour.filler > 0 ? `|${Buffer.alloc(desktop.behaviour.filler, 'x').toString('base64')}` : ''
  return `${encode(identity.certificate)}|${encode(value)}${extra}`
}

function checkAlgorithm(format: string | undefined, algorithm: string | undefined): string {
  if (!format) throw new OperationError('no-format')
  const hash = HASHES[/^(SHA\d+)(?:with[A-Za-z]+)?$/.exec(algorithm ?? '')?.[1] ?? '']
  if (hash === undefined || format === 'NONEwithRSA') throw new OperationError('unknown-algorithm')
  if (format !== RAW) throw new OperationError('unknown-format')
  return hash
}

/** Hashes the data itself; the key decides between PKCS#1 and ECDSA (DER). */
const signRaw = ({ privateKey }: Identity, hash: string, data: Uint8Array): Buffer => sign(hash, data, privateKey)

interface Batch {
  readonly algorithm?: string
  readonly format?: string
  readonly stoponerror?: boolean
  readonly singlesigns?: readonly { readonly id: string; readonly datareference: string; readonly format?: string }[]
}

interface BatchResult {
  id: string
  result: 'DONE_AND_SAVED' | 'ERROR_PRE' | 'SKIPPED'
  description?: string
  signature?: string
}

async function signBatch(desktop: Desktop, operation: Operation): Promise<string> {
  const batch = readBatch(operation)
  const { identity } = await choose(desktop, operation)
  const signs = signAll(desktop.behaviour, batch, identity)
  const { filler } = desktop.behaviour
  if (filler > 0 && signs[0]) signs[0].description = 'x'.repeat(filler)
  const results = Buffer.from(JSON.stringify({ signs })).toString('base64')
  // Inside batches it speaks the standard alphabet.
  const certificate = operation.parameters.get('needcert') === 'true'
  return certificate ? `${results}|${Buffer.from(identity.certificate).toString('base64')}` : results
}

function readBatch({ parameters }: Operation): Batch {
  try {
    const batch = JSON.parse(readData(parameters.get('dat')).toString()) as Batch
    if (Array.isArray(batch.singlesigns)) return batch
  } catch {
    // Reported below.
  }
  throw new OperationError('bad-batch')
}

function signAll(behaviour: Behaviour, batch: Batch, identity: Identity): BatchResult[] {
  const results: BatchResult[] = []
  let hasFailed = false
  for (const [index, { id, datareference, format }] of (batch.singlesigns ?? []).entries()) {
    if (hasFailed && batch.stoponerror === true) {
      results.push({ id, result: 'SKIPPED' })
      continue
    }
    const value = behaviour.failing.includes(index + 1)
      ? undefined
      : trySigning({ ...batch, format: format ?? batch.format }, identity, datareference)
    if (value !== undefined) results.push({ id, result: 'DONE_AND_SAVED', signature: value })
    else {
      hasFailed = true
      if (batch.stoponerror === true)
        results.splice(0, results.length, ...results.map((one) => ({ id: one.id, result: 'SKIPPED' as const })))
      results.push({ id, result: 'ERROR_PRE', description: 'AF600105' })
    }
  }
  return results
}

function trySigning(batch: Batch, identity: Identity, data: string): string | undefined {
  try {
    return signRaw(identity, checkAlgorithm(batch.format, batch.algorithm), Buffer.from(data, 'base64')).toString(
      'base64',
    )
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

/** Each operation has an error of its own for a store where nothing is left to choose. */
const NONE_LEFT: Readonly<Record<string, ErrorName>> = { selectcert: 'none-to-choose', batch: 'none-for-batch' }

async function choose(desktop: Desktop, { name, parameters }: Operation): Promise<Offer> {
  const isSticky = parameters.get('sticky') === 'true'
  if (isSticky && desktop.sticky && parameters.get('resetsticky') !== 'true') return desktop.sticky
  const properties = parameters.get('properties')
  const offered = await listOffers(desktop, readFilters(properties))
  const isSilent = isHeadless(properties) && offered.length === 1
  const chosen = isSilent ? offered[0] : await desktop.ask(offered)
  // A selection of nothing is shown, too, and only its closing is answered.
  if (offered.length === 0) throw new OperationError(NONE_LEFT[name] ?? 'none-to-sign')
  if (!chosen) throw new OperationError('cancelled')
  desktop.sticky = isSticky ? chosen : undefined
  return chosen
}

async function listOffers({ behaviour, store }: Desktop, filters: readonly string[]): Promise<Offer[]> {
  const kinds = behaviour.isLocked ? [] : behaviour.certificates
  const all = await Promise.all(
    kinds.map(async (kind) => ({ kind, identity: await store.open(behaviour.person, kind) })),
  )
  return all.filter((offer) => filters.every((filter) => passes(offer, filter)))
}

/** `signingcert:` takes away nothing but the certificate with which a DNIe logs in, whatever keys are meant for. */
function passes({ identity }: Offer, filter: string): boolean {
  const { validTo } = new X509Certificate(identity.certificate)
  return filter !== 'nonexpired:' || Date.parse(validTo) > Date.now()
}
