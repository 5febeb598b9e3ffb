/**
 * Puts a document timestamp over everything that a file holds (ISO 32000-2 clause 12.8.5, ETSI EN 319 142-1 clause
 * 5.5).
 *
 * The token is checked against the bytes that it covers before it is written.
 */
import { embedCms } from '../byte-range/embed-cms.ts'
import { checkTimestampToken, type DigestAlgorithm, type TimestampSource } from '@rubrica/pki'
import { prepareArchive, type PreparedArchive, type TimestampRoom } from './prepare-archive.ts'

export interface DocumentTimestampOptions {
  /** Digest of the imprint; default SHA-256. */
  readonly digestAlgorithm?: DigestAlgorithm
  /** Bytes kept free for the token; default 16 384. */
  readonly contentsSize?: number
}

const DEFAULT_ROOM = 16_384

/**
 * The incremental update that adds the timestamp in an invisible field of its own. No certification forbids it (ISO
 * 32000-2 table 257).
 * @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX, PAGE_OUT_OF_RANGE, SIGNATURE_TOO_LARGE
 *   (the token does not fit), TIMESTAMP_INVALID, and whatever `timestamp` throws
 */
export async function addDocumentTimestamp(
  base: Uint8Array,
  timestamp: TimestampSource,
  options: DocumentTimestampOptions = {},
): Promise<Uint8Array> {
  const { tail } = await stampArchive(prepareArchive(base, { timestamp: roomFor(options) }), timestamp)
  return tail
}

export const roomFor = ({
  digestAlgorithm = 'SHA-256',
  contentsSize = DEFAULT_ROOM,
}: DocumentTimestampOptions): TimestampRoom => ({ digestAlgorithm, contentsSize })

/** The finished tail, and the certificates with which it was stamped; none when no timestamp was prepared. */
export async function stampArchive(
  { tail, stamp }: PreparedArchive,
  timestamp: TimestampSource,
): Promise<{ tail: Uint8Array; authority: Uint8Array | null; certificates: readonly Uint8Array[] }> {
  if (stamp === null) return { tail, authority: null, certificates: [] }
  const token = await timestamp({ digestAlgorithm: stamp.digestAlgorithm, digest: stamp.digest })
  const { certificate, certificates } = checkTimestampToken(token, { message: stamp })
  return { tail: embedCms({ tail, ...stamp }, token), authority: certificate, certificates }
}
