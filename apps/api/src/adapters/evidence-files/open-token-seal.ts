/**
 * The seal in a smart card or HSM (PKCS#11). Each signature is made by a process of its own, which logs in to the token
 * and ends, so that nothing has to be opened again after the token was away.
 */
import { listTokenKeys, orderChain, PkiError, signInToken, type TokenKey } from '@rubrica/pki'
import { readTrustFiles } from '../signatures/read-trust-files.ts'
import { isSignedBy, trialFor } from './check-seal.ts'
import { SealError, type Seal, type SealErrorOptions, type SealErrorReason } from './seal.ts'

export interface TokenSealSettings {
  /** Path of the PKCS#11 module. */
  readonly module: string
  /** Label or serial number; may be left out when there is one token. */
  readonly token: string | undefined
  /** Label or id of the key; may be left out when there is one. */
  readonly key: string | undefined
  readonly pin: string
  /** Path of a file in PEM, the key's certificate first; without it the token has the certificate. */
  readonly certificate: string | undefined
}

/**
 * Finds the key, and has it sign what is no document, so that a certificate of another key is told at once.
 * @throws {SealError}
 */
export async function openTokenSeal(settings: TokenSealSettings): Promise<Seal> {
  const { module, token, pin } = settings
  const options = { module, pin, ...(token !== undefined && { token }) }
  const key = chooseKey(await listTokenKeys(options).catch(explain(settings)), settings.key)
  const own = await findCertificate(settings, key)
  const sign: Seal['sign'] = (prepared) => signInToken(options, { key, prepared }).catch(explain(settings))
  const trial = trialFor(own.certificate)
  if (!isSignedBy(own.certificate, trial, await sign(trial))) {
    throw new SealError('settings', `The certificate of the seal is not that of the key ${nameOf(key)} in its token.`)
  }
  return { ...own, isSelfMade: false, sign }
}

const nameOf = ({ label, id }: TokenKey): string => (label === '' ? `with the id ${id}` : `"${label}"`)

function chooseKey(keys: readonly TokenKey[], wanted: string | undefined): TokenKey {
  const fitting = keys.filter(({ label, id }) => wanted === undefined || [label, id].includes(wanted))
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  const there = keys.length === 0 ? 'none' : keys.map(nameOf).join(', ')
  throw new SealError('settings', `SEAL_PKCS11_KEY must name one key of the token of the seal, which has: ${there}.`)
}

async function findCertificate(
  { certificate: path }: TokenSealSettings,
  key: TokenKey,
): Promise<Pick<Seal, 'certificate' | 'chain'>> {
  if (path === undefined) {
    if (key.certificate) return { certificate: key.certificate, chain: key.chain }
    const words = `The token of the seal has no certificate of the key ${nameOf(key)}: SEAL_CERTIFICATE must name it.`
    throw new SealError('settings', words)
  }
  const [certificate, ...others] = await readTrustFiles([path]).catch((cause: Error) => {
    throw new SealError('settings', `SEAL_CERTIFICATE: ${cause.message}`, { cause })
  })
  if (certificate) return { certificate, chain: orderChain(certificate, others) }
  throw new SealError('settings', `SEAL_CERTIFICATE: The file ${path} holds no certificate.`)
}

/** What the errors of a token mean for its operator. */
function explain({ module, token }: TokenSealSettings): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof PkiError)) throw error
    const [reason, message] = WORDS[error.code]?.({ module, token, facts: error.facts }) ?? FAILED
    const options: SealErrorOptions = { facts: { ...error.facts, error: error.code }, cause: error }
    throw new SealError(reason, message, options)
  }
}

interface Circumstances extends Pick<TokenSealSettings, 'module' | 'token'> {
  readonly facts: PkiError['facts']
}

const FAILED = ['passing', 'The token of the seal did not do what it was asked.'] as const

const WORDS: Readonly<Record<string, (at: Circumstances) => readonly [SealErrorReason, string]>> = {
  PKCS11_UNAVAILABLE: ({ module, facts }) =>
    facts['what'] === 'pkcs11js'
      ? ['settings', 'SEAL_PKCS11_MODULE needs the package pkcs11js, which is not installed.']
      : ['settings', `The PKCS#11 module ${module} of the seal cannot be loaded.`],
  PKCS11_TOKEN_NOT_FOUND: ({ token, facts }) => [
    'settings',
    `The token of the seal${token === undefined ? '' : ` "${token}"`} is not there; there are: ${listTokens(facts)}.`,
  ],
  PKCS11_WRONG_PIN: () => ['pin', 'SEAL_PKCS11_PIN does not open the token of the seal; it is not tried again.'],
  PKCS11_PIN_LOCKED: () => ['pin', 'The PIN of the token of the seal is locked.'],
}

function listTokens({ tokens }: PkiError['facts']): string {
  const labels = Array.isArray(tokens) ? (tokens as { label: string }[]).map(({ label }) => `"${label}"`) : []
  return labels.length === 0 ? 'none' : labels.join(', ')
}
