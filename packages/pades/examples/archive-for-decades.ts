/**
 * Brings a signed PDF to PAdES baseline LTA, so that it can be validated when its certificates have expired and their
 * authorities are gone. Do it again before the last timestamp weakens.
 */
import { augment } from '@rubrica/pades'
import { createGuardedFetcher, type GuardedFetcher, requestTimestamp, type TimestampSource } from '@rubrica/pki'

export interface ArchiveServices {
  /** DER of the roots that you trust. */
  readonly anchors: readonly Uint8Array[]
  readonly timestamp?: TimestampSource
  readonly fetcher?: GuardedFetcher
}

export async function archiveForDecades(signed: Uint8Array, services: ArchiveServices): Promise<Buffer> {
  const {
    anchors,
    timestamp = requestTimestamp('https://timestamps.example/'),
    // Certificates say where to ask about them: only public addresses, a few redirects, a deadline, a largest answer.
    fetcher = createGuardedFetcher(),
  } = services
  const tail = await augment(signed, { level: 'LTA', anchors, timestamp, fetcher })
  return Buffer.concat([signed, tail])
}
