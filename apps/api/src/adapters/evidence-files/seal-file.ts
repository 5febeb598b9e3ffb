import type { PadesWorkers } from '@rubrica/pades'
import { CodedError, requestTimestamp } from '@rubrica/pki'
import { PortalError } from '@rubrica/domain'
import type { ArchivePdf } from '../../modules/archiving/ports.ts'
import type { TimestampAuthority } from '../signatures/open-signature-maker.ts'
import type { Seal } from './seal.ts'

export interface SealFileNeeds {
  readonly workers: PadesWorkers
  readonly seal: () => Promise<Seal>
  readonly timestamps: TimestampAuthority | undefined
  /** Brings what the seal signs to its long-term form; undefined where nothing could be proved. */
  readonly archiveWith: ((seal: Seal) => ArchivePdf) | undefined
  readonly now: () => Date
}

const NOTHING = { certificates: [], ocsps: [], crls: [] }

/**
 * Seals a file: PAdES B-LTA where there is an authority of timestamps and something to trust, else as far as it goes.
 * @throws {SealError}
 * @throws {PortalError} TEMPORARILY_UNAVAILABLE when the authority gives no timestamp
 */
export async function sealFile(needs: SealFileNeeds, file: Uint8Array): Promise<Uint8Array> {
  const { workers, timestamps, now } = needs
  const seal = await needs.seal()
  const prepared = await workers.prepareSignature(file, {
    certificate: seal.certificate,
    chain: seal.chain,
    digestAlgorithm: 'SHA-256',
    field: { create: { name: 'Seal', page: 1 } },
    claimedTime: now(),
  })
  const answer = { signature: await seal.sign(prepared) }
  const timestamp = timestamps && requestTimestamp(timestamps.url, timestamps)
  const tail = await workers.resumeSignature(file, prepared, answer, { timestamp }).catch(toldAsUnavailable)
  const sealed = Buffer.concat([file, tail])
  const archive = timestamps && needs.archiveWith?.(seal)
  return archive ? archiveSealed(archive, sealed) : sealed
}

async function archiveSealed(archive: ArchivePdf, sealed: Uint8Array): Promise<Uint8Array> {
  const { evidence } = await archive.gather({ bytes: sealed, known: NOTHING, arrivedLength: 0 })
  const fileOf = (bytes: Uint8Array) => ({ bytes, known: evidence, arrivedLength: 0 })
  const withData = Buffer.concat([sealed, await archive.addValidationData(fileOf(sealed))])
  const { tail } = await archive.addTimestamp(fileOf(withData))
  return Buffer.concat([withData, tail])
}

function toldAsUnavailable(error: unknown): never {
  if (!(error instanceof CodedError) || !error.code.startsWith('TIMESTAMP_')) throw error
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The timestamp authority gave no usable timestamp', { cause: error })
}
