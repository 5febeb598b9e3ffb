import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type DataToBeSigned, openP12, openPkcs11, type P12Key, type Pkcs11Key, signWithKey } from '@rubrica/pki'
import { CommandError, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { readPin } from './read-pin.ts'

/** Makes the raw signature of a document. */
export type SignRaw = (data: DataToBeSigned) => Uint8Array | Promise<Uint8Array>

/** A key of a file or a token, with its certificate. */
export interface SigningKey {
  readonly alias: string
  /** Lower-case hex. */
  readonly localKeyId: string | null
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the issuers, nearest first. */
  readonly chain: readonly Uint8Array[]
  /** Gets ready to sign. Throws CommandError CERTIFICATE_UNUSABLE when the key cannot be read. */
  readonly open: () => SignRaw
}

export interface KeySource extends Disposable {
  readonly keys: readonly SigningKey[]
}

export interface KeyOptions {
  readonly p12?: string | undefined
  readonly pkcs11?: string | undefined
  readonly token?: string | undefined
  readonly pin?: string | undefined
  readonly 'pin-file'?: string | undefined
}

/**
 * The keys of `--p12` or of `--pkcs11`.
 * @throws UsageError unless exactly one of them is given; CodedError of the file or the token
 */
export async function openKeys(options: KeyOptions, terminal: Terminal): Promise<KeySource> {
  const { p12, pkcs11, token } = options
  if (p12 !== undefined && pkcs11 !== undefined) throw new UsageError('Give --p12 or --pkcs11, not both.')
  if (p12 !== undefined) return openFile(p12, () => readPin(options, terminal, 'the key file'))
  if (pkcs11 === undefined)
    throw new UsageError('--p12 names the file with your key, or --pkcs11 the module of its token.')
  return openToken(pkcs11, token, await readPin(options, terminal, 'the token'))
}

async function openFile(path: string, askPin: () => Promise<string>): Promise<KeySource> {
  const bytes = await readFile(path)
  const { keys } = await openP12(bytes, await askPin())
  return { keys: keys.map(ofFile), [Symbol.dispose]: () => undefined }
}

function ofFile({ privateKeyPkcs8, ...key }: P12Key): SigningKey {
  const open = (): SignRaw => {
    const privateKey = readPrivateKey(privateKeyPkcs8, key.alias)
    return (data) => signWithKey(privateKey, data)
  }
  return { ...key, open }
}

function readPrivateKey(pkcs8: Uint8Array, alias: string) {
  try {
    return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  } catch {
    throw new CommandError('CERTIFICATE_UNUSABLE', `The key "${alias}" cannot be read.`)
  }
}

function openToken(module: string, name: string | undefined, pin: string): KeySource {
  // An empty PIN is typed on the reader's own keys.
  const token = openPkcs11({ module, token: name, pin: pin === '' ? undefined : pin })
  const keys = token.keys.flatMap(ofToken)
  if (keys.length > 0) return { keys, [Symbol.dispose]: () => token.close() }
  token.close()
  throw new CommandError('PKCS11_NO_KEY', 'The token has no private key with its certificate.')
}

/** A key without a certificate cannot sign a document. */
function ofToken({ label, id, certificate, chain, sign }: Pkcs11Key): SigningKey[] {
  return certificate === null ? [] : [{ alias: label, localKeyId: id, certificate, chain, open: () => sign }]
}
