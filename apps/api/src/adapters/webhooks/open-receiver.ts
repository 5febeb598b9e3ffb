import { createGuardedPoster, PkiError, readPostTarget, type GuardedPosterOptions } from '@rubrica/pki'
import type { MayBeTold, Receiver, ReceiverAnswer } from '../../modules/webhooks/ports.ts'

/** Of a whole exchange. */
const TIMEOUT_MS = 15_000
/** Octets of an answer that its owner is shown. */
const MOST_TOLD = 1024

/** By the reason of a PkiError; `address`: where it leads is no place that messages go to. */
const CAUSES: Readonly<Record<string, 'name' | 'address' | 'timeout'>> = {
  NAME: 'name',
  TIMEOUT: 'timeout',
  URL: 'address',
  NOT_TLS: 'address',
  ADDRESS_NOT_PUBLIC: 'address',
}

/** Receivers of messages anywhere on the Internet, and at the origins that the operator names. */
export function openReceiver(options: Pick<GuardedPosterOptions, 'allowedPrivateOrigins'>): Receiver {
  const post = createGuardedPoster({ ...options, timeoutMs: TIMEOUT_MS, mostRead: MOST_TOLD })
  return {
    post: async (url, headers, body): Promise<ReceiverAnswer> => {
      try {
        const { status, retryAfter, beginning } = await post({ url, headers, body })
        return { status, retryAfter, beginning: toText(beginning) }
      } catch (error) {
        if (!(error instanceof PkiError)) throw error
        return { cause: CAUSES[String(error.facts['reason'])] ?? 'network' }
      }
    },
  }
}

/** @param origins that may have a private address, and may do without TLS */
export function judgeAddresses(origins: readonly string[]): MayBeTold {
  const allowed = new Set(origins)
  return (url) => {
    try {
      return readPostTarget(url, allowed) !== undefined
    } catch (error) {
      if (error instanceof PkiError) return false
      throw error
    }
  }
}

/** What a database and a screen take: neither half a character nor one that controls. */
const toText = (beginning: Uint8Array): string =>
  Buffer.from(beginning)
    .toString('utf8')
    .replace(/\ufffd$/, '')
    .replace(/[^\P{C}\n\t]/gu, '\ufffd')
