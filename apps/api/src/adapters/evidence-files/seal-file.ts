import type { PadesWorkers } from '@rubrica/pades'
import { CodedError, requestTimestamp } from '@rubrica/pki'
import { PortalError } from '@rubrica/domain'
import type { ArchivePdf } from '../../modules/archiving/ports.ts'
import type { SealedFile, SealRenewer } from '../../modules/evidence-files/ports.ts'
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

/** Name of the field that holds the seal. */
const FIELD = 'Seal'

const NOTHING = { certificates: [], ocsps: [], crls: [] }

/**
 * Seals a file: PAdES B-LTA where there is an authority of timestamps and something to trust, else as far as it goes.
 * @throws {SealError}
 * @throws {PortalError} TEMPORARILY_UNAVAILABLE when the authority gives no timestamp
 */
export async function sealFile(needs: SealFileNeeds, file: Uint8Array): Promise<SealedFile> {
  const { workers, timestamps, now } = needs
  const seal = await needs.seal()
  const prepared = await workers.prepareSignature(file, {
    certificate: seal.certificate,
    chain: seal.chain,
    digestAlgorithm: 'SHA-256',
    field: { create: { name: FIELD, page: 1 } },
    claimedTime: now(),
  })
  const answer = { signature: await seal.sign(prepared) }
  const timestamp = timestamps && requestTimestamp(timestamps.url, timestamps)
  const tail = await workers.resumeSignature(file, prepared, answer, { timestamp }).catch(toldAsUnavailable)
  const sealed = Buffer.concat([file, tail])
  const archive = timestamps && needs.archiveWith?.(seal)
  return archive ? archiveSealed(archive, sealed) : { bytes: sealed, endsAt: null }
}

async function archiveSealed(archive: ArchivePdf, sealed: Uint8Array): Promise<SealedFile> {
  const { evidence } = await archive.gather({ bytes: sealed, known: NOTHING, arrivedLength: 0 })
  const fileOf = (bytes: Uint8Array) => ({ bytes, known: evidence, arrivedLength: 0 })
  const withData = Buffer.concat([sealed, await archive.addValidationData(fileOf(sealed))])
  const { tail, endsAt } = await archive.addTimestamp(fileOf(withData))
  return { bytes: Buffer.concat([withData, tail]), endsAt }
}

/** SubFilter of a document timestamp (EN 319 142-1 clause 5.4.3); in these files nothing else is written in clear. */
const TIMESTAMP = '/ETSI.RFC3161'

/**
 * Renews seals with what is known of the last timestamp and another one over it. Who sealed is proved by what the file
 * holds, also where the installation has another seal by now, or believes others.
 */
export const openSealRenewer = (archive: ArchivePdf): SealRenewer => ({
  renew: async (file) => {
    if (!Buffer.from(file.buffer, file.byteOffset, file.byteLength).includes(TIMESTAMP)) return undefined
    const aged = { bytes: file, known: NOTHING, arrivedLength: 0, mayLack: [FIELD] }
    const { tail, endsAt } = await archive.addTimestamp(aged)
    return { bytes: Buffer.concat([file, tail]), endsAt }
  },
})

function toldAsUnavailable(error: unknown): never {
  if (!(error instanceof CodedError) || !error.code.startsWith('TIMESTAMP_')) throw error
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The timestamp authority gave no usable timestamp', { cause: error })
}
