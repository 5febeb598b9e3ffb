/** Under which key of the operator's the server keys lie: that of a token, of AWS KMS, of Vault, or none (`file`). */
import type { EnvironmentReader } from './environment-reader.ts'
import { Secret } from './secret.ts'

/** A secret key of a smart card or HSM, by its URI (RFC 7512). */
export interface TokenKekConfig {
  readonly kind: 'pkcs11'
  /** Path of the PKCS#11 module. */
  readonly module: string
  /** Label or serial number. */
  readonly token: string | undefined
  /** Label, or id in lower-case hex. */
  readonly key: string
  readonly pin: Secret
}

export interface KmsKekConfig {
  readonly kind: 'aws-kms'
  /** ARN, id or alias. */
  readonly key: string
  /** That of the ARN; else the client finds it as AWS programs do. */
  readonly region: string | undefined
}

/** A key of the transit engine of HashiCorp Vault. */
export interface VaultKekConfig {
  readonly kind: 'vault'
  /** With the path at which the engine is mounted, without a slash at the end. */
  readonly mount: string
  readonly key: string
  readonly token: Secret
}

export type KekConfig = (TokenKekConfig | KmsKekConfig | VaultKekConfig) & {
  /** As it was set, which holds no secret. */
  readonly name: string
}

const FORMS = 'file, pkcs11:…, aws-kms:… or vault:https://…'
const KMS_KEY =
  /^(?:arn:aws[\w-]*:kms:([\w-]+):\d{12}:(?:key|alias)\/[\w/-]{1,256}|alias\/[\w/-]{1,256}|[0-9a-f-]{36}|mrk-[0-9a-f]{32})$/
/** Without encryption only within the machine: the token is sent there. */
const VAULT_KEY =
  /^(https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)((?:\/[\w-]+)+)\/([\w-]+)$/

/** What is missing or makes no sense is among the problems of `read` afterwards. */
export function readKek(read: EnvironmentReader): KekConfig | undefined {
  const text = read.text('SERVER_KEY_KEK') ?? 'file'
  const secret = read.text('SERVER_KEY_KEK_SECRET')
  if (text === 'file') {
    if (secret !== undefined) read.problems.push('SERVER_KEY_KEK_SECRET is set, so SERVER_KEY_KEK must name a key.')
    return undefined
  }
  const [, scheme = '', rest = ''] = /^([\w-]+):(.*)$/.exec(text) ?? []
  const reader = READERS.get(scheme)
  if (reader) {
    const kek = reader(read, rest, secret === undefined ? undefined : new Secret(secret))
    return kek && { ...kek, name: text }
  }
  read.problems.push(`SERVER_KEY_KEK must be ${FORMS}.`)
  return undefined
}

type Reader = (
  read: EnvironmentReader,
  rest: string,
  secret: Secret | undefined,
) => TokenKekConfig | KmsKekConfig | VaultKekConfig | undefined

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['pkcs11', readToken],
  ['aws-kms', readKms],
  ['vault', readVault],
])

const PKCS11_FORM =
  'SERVER_KEY_KEK must be like pkcs11:token=LABEL;object=KEY?module-path=/path/of/module.so, without a PIN.'

function readToken(read: EnvironmentReader, rest: string, pin: Secret | undefined): TokenKekConfig | undefined {
  const [path = '', query = ''] = rest.split('?', 2)
  const parts = readAttributes([...path.split(';'), ...query.split('&')])
  const { token, serial, object, id, 'module-path': module } = parts ?? {}
  const key = object ?? (id === undefined ? undefined : Buffer.from(id, 'latin1').toString('hex'))
  if (!parts || !key || !module?.startsWith('/')) {
    read.problems.push(PKCS11_FORM)
    return undefined
  }
  if (pin) return { kind: 'pkcs11', module, token: token ?? serial, key, pin }
  read.problems.push('SERVER_KEY_KEK names a token, so SERVER_KEY_KEK_SECRET must be its PIN.')
  return undefined
}

const ATTRIBUTES = new Set(['token', 'serial', 'object', 'id', 'type', 'module-path'])

/** Octets of an id are kept one to one as characters. Undefined where an attribute is none of ours, or is there twice. */
function readAttributes(texts: readonly string[]): Readonly<Record<string, string>> | undefined {
  const read = new Map<string, string>()
  for (const text of texts.filter((one) => one !== '')) {
    const [name = '', value = ''] = text.split('=', 2)
    if (!ATTRIBUTES.has(name) || read.has(name)) return undefined
    const octets = Buffer.from(
      value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    )
    read.set(name, octets.toString(name === 'id' ? 'latin1' : 'utf8'))
  }
  return Object.fromEntries(read)
}

function readKms(read: EnvironmentReader, key: string, secret: Secret | undefined): KmsKekConfig | undefined {
  const found = KMS_KEY.exec(key)
  if (!found) read.problems.push('SERVER_KEY_KEK must name a key of AWS KMS: its ARN, its id or alias/NAME.')
  if (secret)
    read.problems.push('SERVER_KEY_KEK_SECRET is not for AWS KMS, whose credentials are found as AWS programs do.')
  return found && !secret ? { kind: 'aws-kms', key, region: found[1] } : undefined
}

function readVault(read: EnvironmentReader, address: string, token: Secret | undefined): VaultKekConfig | undefined {
  const place = readPlace(address)
  if (!place) {
    read.problems.push('SERVER_KEY_KEK must be like vault:https://HOST/MOUNT/KEY, without anything behind it.')
    return undefined
  }
  if (token) return { kind: 'vault', ...place, token }
  read.problems.push('SERVER_KEY_KEK names a key of Vault, so SERVER_KEY_KEK_SECRET must be a token for it.')
  return undefined
}

function readPlace(address: string): Pick<VaultKekConfig, 'mount' | 'key'> | undefined {
  const [, origin, path, key] = VAULT_KEY.exec(address) ?? []
  if (origin === undefined || key === undefined || !URL.canParse(address)) return undefined
  return { mount: `${origin}/v1${path}`, key }
}
