/** With what evidence files are sealed. */
import { openClientKey } from '@rubrica/providers/csc-key'
import { openSealKeyRecords } from '../adapters/database/evidence-files/seal-key-store.ts'
import { keepSeal } from '../adapters/evidence-files/keep-seal.ts'
import { openFileSeal } from '../adapters/evidence-files/open-file-seal.ts'
import { openOwnSeal } from '../adapters/evidence-files/open-seal.ts'
import { openServiceSeal } from '../adapters/evidence-files/open-service-seal.ts'
import { openTokenSeal } from '../adapters/evidence-files/open-token-seal.ts'
import { SealError, type Seal } from '../adapters/evidence-files/seal.ts'
import type { SealConfig, SealServiceConfig } from '../config/read-seal.ts'
import type { Foundation } from './foundation.ts'

/**
 * The operator's is opened at the start, so that what is wrong with its settings is told then; our own is made when it
 * is needed. What may pass does not keep the server from starting: people sign, and evidence waits.
 * @throws {SealError} with one sentence for the operator
 */
export async function openSeal(foundation: Foundation): Promise<() => Promise<Seal>> {
  const { config, log, now } = foundation
  if (!config.seal) return openOwnSealOnce(foundation)
  const seal = keepSeal({ open: opener(config.seal), now })
  await seal().catch((error: unknown) => {
    if (!(error instanceof SealError) || error.reason !== 'passing') throw error
    log.warn({ err: error }, 'No evidence can be sealed for the moment.')
  })
  return seal
}

function opener(config: SealConfig): () => Promise<Seal> {
  switch (config.kind) {
    case 'file':
      return () => openFileSeal(config.file, config.pin.reveal())
    case 'token':
      return () => openTokenSeal({ ...config, pin: config.pin.reveal() })
    case 'service':
      return () => openServiceSeal(() => openRemoteKey(config))
  }
}

const openRemoteKey = ({ oauthUrl, clientId, clientSecret, pin, ...config }: SealServiceConfig) =>
  openClientKey({
    ...{ provider: 'the service of SEAL_CSC_URL', url: config.url, credential: config.credential },
    oauth: { url: oauthUrl, clientId, clientSecret: clientSecret.reveal() },
    ...{ pin: pin?.reveal(), timeoutMs: config.timeoutMs },
  })

function openOwnSealOnce({ database, serverKeys, place, now }: Foundation): () => Promise<Seal> {
  let own: Promise<Seal> | undefined
  return () => {
    own ??= openOwnSeal({
      records: openSealKeyRecords(database),
      ...{ serverKeys, host: new URL(place.publicUrl).hostname, now },
    }).catch((error: unknown) => {
      own = undefined
      throw error
    })
    return own
  }
}
