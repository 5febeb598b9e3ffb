/** Where the key is with which evidence is sealed: at most one place. */
import { resolve } from 'node:path'
import type { EnvironmentReader } from './environment-reader.ts'
import { Secret } from './secret.ts'

/** A PKCS#12 file. */
export interface SealFileConfig {
  readonly kind: 'file'
  readonly file: string
  readonly pin: Secret
}

/** A smart card or HSM. */
export interface SealTokenConfig {
  readonly kind: 'token'
  /** Path of the PKCS#11 module. */
  readonly module: string
  /** Label or serial number. */
  readonly token: string | undefined
  /** Label or id of the key. */
  readonly key: string | undefined
  readonly pin: Secret
  /** A file, PEM: for a token that holds the key alone. */
  readonly certificate: string | undefined
}

/** A service that speaks version 2 of the API of the Cloud Signature Consortium. */
export interface SealServiceConfig {
  readonly kind: 'service'
  /** Without a slash at the end, as the next one. */
  readonly url: string
  readonly oauthUrl: string
  readonly clientId: string
  readonly clientSecret: Secret
  readonly credential: string
  readonly pin: Secret | undefined
  readonly timeoutMs: number
}

export type SealConfig = SealFileConfig | SealTokenConfig | SealServiceConfig

/** The settings of each way, the one that decides first. */
const WAYS = {
  file: ['SEAL_P12', 'SEAL_P12_PIN'],
  token: ['SEAL_PKCS11_MODULE', 'SEAL_PKCS11_TOKEN', 'SEAL_PKCS11_KEY', 'SEAL_PKCS11_PIN', 'SEAL_CERTIFICATE'],
  service: [
    ...['SEAL_CSC_URL', 'SEAL_CSC_OAUTH_URL', 'SEAL_CSC_CLIENT_ID', 'SEAL_CSC_CLIENT_SECRET'],
    ...['SEAL_CSC_CREDENTIAL', 'SEAL_CSC_PIN', 'SEAL_CSC_TIMEOUT_MS'],
  ],
} as const

type Way = keyof typeof WAYS

/** What is missing, and what is there twice, is among the problems of `read` afterwards. */
export function readSeal(read: EnvironmentReader): SealConfig | undefined {
  const ways = Object.keys(WAYS) as Way[]
  const begun = ways.filter((way) => WAYS[way].some((name) => read.text(name) !== undefined))
  const [way] = begun
  if (way === undefined) return undefined
  if (begun.length === 1) return READERS[way](read)
  const names = begun.map((one) => WAYS[one].find((name) => read.text(name) !== undefined))
  read.problems.push(`Only one key seals, so ${names.join(' and ')} must not be set together.`)
  return undefined
}

const READERS: Readonly<Record<Way, (read: EnvironmentReader) => SealConfig | undefined>> = {
  file: readFileSeal,
  token: readTokenSeal,
  service: readServiceSeal,
}

function readFileSeal(read: EnvironmentReader): SealConfig | undefined {
  const [file, pin] = [read.text('SEAL_P12'), read.text('SEAL_P12_PIN')]
  if (file !== undefined && pin !== undefined) return { kind: 'file', file: resolve(file), pin: new Secret(pin) }
  tellMissing(read, 'file', ['SEAL_P12', 'SEAL_P12_PIN'])
  return undefined
}

function readTokenSeal(read: EnvironmentReader): SealConfig | undefined {
  const [module, pin] = [read.text('SEAL_PKCS11_MODULE'), read.text('SEAL_PKCS11_PIN')]
  const certificate = read.text('SEAL_CERTIFICATE')
  if (module === undefined || pin === undefined) {
    tellMissing(read, 'token', ['SEAL_PKCS11_MODULE', 'SEAL_PKCS11_PIN'])
    return undefined
  }
  return {
    ...{ kind: 'token', module: resolve(module), pin: new Secret(pin) },
    ...{ token: read.text('SEAL_PKCS11_TOKEN'), key: read.text('SEAL_PKCS11_KEY') },
    certificate: certificate === undefined ? undefined : resolve(certificate),
  }
}

function readServiceSeal(read: EnvironmentReader): SealConfig | undefined {
  const url = read.address('SEAL_CSC_URL', ['http', 'https'])
  const oauthUrl = read.address('SEAL_CSC_OAUTH_URL', ['http', 'https']) ?? url
  const [clientId, secret] = [read.text('SEAL_CSC_CLIENT_ID'), read.text('SEAL_CSC_CLIENT_SECRET')]
  const [credential, pin] = [read.text('SEAL_CSC_CREDENTIAL'), read.text('SEAL_CSC_PIN')]
  const timeoutMs = read.wholeNumber('SEAL_CSC_TIMEOUT_MS', { fallback: 20_000, min: 100, max: 120_000 })
  tellMissing(read, 'service', ['SEAL_CSC_URL', 'SEAL_CSC_CLIENT_ID', 'SEAL_CSC_CLIENT_SECRET', 'SEAL_CSC_CREDENTIAL'])
  const isWhole = url !== undefined && oauthUrl !== undefined && clientId && secret && credential
  if (!isWhole) return undefined
  return {
    ...{ kind: 'service', url: withoutSlash(url), oauthUrl: withoutSlash(oauthUrl), clientId, credential, timeoutMs },
    ...{ clientSecret: new Secret(secret), pin: pin === undefined ? undefined : new Secret(pin) },
  }
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

function tellMissing(read: EnvironmentReader, way: Way, needed: readonly string[]): void {
  const missing = needed.filter((name) => read.text(name) === undefined)
  const there = WAYS[way].find((name) => read.text(name) !== undefined)
  if (missing.length > 0) read.problems.push(`${there} is set, so ${missing.join(' and ')} must be set too.`)
}
