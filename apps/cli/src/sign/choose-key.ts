import { type CertificateClass, classifyCertificate, type UnsuitableReason } from '@rubrica/pki'
import { CommandError, UsageError } from '../command.ts'
import type { SigningKey } from './open-keys.ts'

/** A key of the file or token with what its certificate says. */
export interface ClassifiedKey {
  /** From 1, in their order there. */
  readonly number: number
  readonly key: SigningKey
  readonly certificate: CertificateClass
}

const REASONS: Readonly<Record<UnsuitableReason, string>> = {
  EXPIRED: 'it has expired',
  NOT_YET_VALID: 'it is not valid yet',
  IS_CA: 'it belongs to a certificate authority',
  NO_SIGNING_KEY_USAGE: 'its key may not sign documents',
  TIMESTAMPING_ONLY: 'it is for timestamps only',
  OCSP_SIGNING_ONLY: 'it is for revocation answers only',
  WEAK_KEY: 'its key is too short',
  UNSUPPORTED_KEY: 'its kind of key is not supported',
  CHAIN_MISMATCH: 'its chain does not issue it',
  CERTIFICATE_DAMAGED: 'it cannot be read',
}

export const classifyKeys = (keys: readonly SigningKey[], now: Date): ClassifiedKey[] =>
  keys.map((key, index) => ({
    number: index + 1,
    key,
    certificate: classifyCertificate(key.certificate, key.chain, now),
  }))

/** Why a certificate should not sign, in words: "it has expired and its key is too short". */
const describeReasons = (reasons: readonly UnsuitableReason[]): string =>
  reasons.map((reason) => REASONS[reason]).join(' and ')

/** One line for the list of keys. */
function describeKey({ number, key, certificate }: ClassifiedKey): string {
  const { facts } = certificate
  const until = facts ? `, until ${facts.notAfter.toISOString().slice(0, 10)}` : ''
  const kind = facts ? `, ${facts.key.type}-${facts.key.bits}` : ''
  const fault = certificate.usable ? '' : ` (unsuitable: ${describeReasons(certificate.reasons)})`
  return `${number}  ${key.alias}${kind}${until}${fault}`
}

/**
 * The key to sign with.
 * @param wanted alias, number or local key id as typed; may be left out when there is one key
 * @throws UsageError when it must be chosen (the message lists the keys) or does not exist
 */
export function chooseKey(keys: readonly ClassifiedKey[], wanted: string | undefined): ClassifiedKey {
  const list = keys.map((key) => `  ${describeKey(key)}`).join('\n')
  if (wanted === undefined) {
    const [only] = keys
    if (only && keys.length === 1) return only
    throw new UsageError(`There are ${keys.length} keys; choose one with --key:\n${list}`, {
      keys: keys.map(keyFacts),
    })
  }
  const chosen =
    keys.find(({ key }) => key.alias === wanted) ??
    keys.find(({ number }) => String(number) === wanted) ??
    keys.find(({ key }) => key.localKeyId === wanted.toLowerCase())
  if (!chosen) throw new UsageError(`There is no key "${wanted}"; there are:\n${list}`, { keys: keys.map(keyFacts) })
  return chosen
}

function keyFacts({ number, key, certificate }: ClassifiedKey) {
  const { usable, reasons, facts } = certificate
  return { number, alias: key.alias, localKeyId: key.localKeyId, usable, reasons, certificate: facts }
}

/** @throws CommandError CERTIFICATE_UNSUITABLE; CERTIFICATE_UNUSABLE for what no flag can make sign */
export function checkSuitable({ certificate }: ClassifiedKey, allowUnsuitable: boolean): void {
  if (certificate.usable) return
  const { reasons } = certificate
  if (reasons.includes('UNSUPPORTED_KEY') || reasons.includes('CERTIFICATE_DAMAGED')) {
    throw new CommandError('CERTIFICATE_UNUSABLE', `The certificate cannot sign: ${describeReasons(reasons)}.`)
  }
  if (allowUnsuitable) return
  const sentence = `The certificate is not suitable: ${describeReasons(reasons)}; --allow-unsuitable signs all the same.`
  throw new CommandError('CERTIFICATE_UNSUITABLE', sentence)
}
