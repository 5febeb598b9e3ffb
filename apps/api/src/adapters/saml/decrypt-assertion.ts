/**
 * Opens an encrypted assertion (XML Encryption 1.1 §5, SAML core §2.3.4). The content's key comes with it, encrypted
 * for ours with RSA-OAEP. What is older is refused: PKCS #1 1.5 and Triple DES let others find out what is in it.
 */
import { constants, createDecipheriv, privateDecrypt, type DecipherGCM, type KeyObject } from 'node:crypto'
import { childElements, type DomElement } from './dom-element.ts'
import { invalid } from './read-saml-envelope.ts'

const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'
const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

const CONTENT_ALGORITHMS: Readonly<Record<string, string>> = {
  [`${ENCRYPTION}aes128-cbc`]: 'aes-128-cbc',
  [`${ENCRYPTION}aes192-cbc`]: 'aes-192-cbc',
  [`${ENCRYPTION}aes256-cbc`]: 'aes-256-cbc',
  [`${ENCRYPTION_11}aes128-gcm`]: 'aes-128-gcm',
  [`${ENCRYPTION_11}aes192-gcm`]: 'aes-192-gcm',
  [`${ENCRYPTION_11}aes256-gcm`]: 'aes-256-gcm',
}

/** Of OAEP's two digests: that of the label, and that of the mask. */
const LABEL_DIGESTS: Readonly<Record<string, string>> = {
  [`${SIGNATURE}sha1`]: 'sha1',
  [`${ENCRYPTION}sha256`]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  [`${ENCRYPTION}sha512`]: 'sha512',
}
const MASK_DIGESTS: Readonly<Record<string, string>> = {
  [`${ENCRYPTION_11}mgf1sha1`]: 'sha1',
  [`${ENCRYPTION_11}mgf1sha256`]: 'sha256',
  [`${ENCRYPTION_11}mgf1sha384`]: 'sha384',
  [`${ENCRYPTION_11}mgf1sha512`]: 'sha512',
}

/** What we take, the best first, for the metadata. */
export const ENCRYPTION_METHODS = [
  ...[256, 128].map((bits) => `${ENCRYPTION_11}aes${bits}-gcm`),
  ...[256, 128].map((bits) => `${ENCRYPTION}aes${bits}-cbc`),
  `${ENCRYPTION}rsa-oaep-mgf1p`,
  `${ENCRYPTION_11}rsa-oaep`,
] as const

/** A message for several readers has a key for each of them. */
const MAX_KEYS = 10
const GCM_IV = 12
const GCM_TAG = 16
const BLOCK = 16

/**
 * @param element EncryptedAssertion
 * @param keys ours, any of which may be the one
 * @returns the assertion as XML; only a signature says whose it is
 * @throws {PortalError} LOGIN_CODE_INVALID
 */
export function decryptAssertion(element: DomElement, keys: readonly KeyObject[]): string {
  if (keys.length === 0) throw invalid('it is encrypted, and SAML_KEYS names no key')
  const data = sole(element, 'EncryptedData')
  const algorithm = CONTENT_ALGORITHMS[methodOf(data)]
  if (algorithm === undefined) throw invalid('it is encrypted by an algorithm that is not taken')
  const contentKey = openContentKey(element, keys)
  try {
    return decipher(algorithm, contentKey, valueOf(data)).toString('utf8')
  } catch {
    throw invalid('it is encrypted wrongly')
  }
}

function openContentKey(element: DomElement, keys: readonly KeyObject[]): Buffer {
  // Beside the content, or within what is said of its key.
  const encrypted = Array.from(element.getElementsByTagNameNS(ENCRYPTION, 'EncryptedKey')).slice(0, MAX_KEYS)
  for (const one of encrypted) {
    const padding = readPadding(sole(one, 'EncryptionMethod'))
    const bytes = valueOf(one)
    for (const key of keys) {
      try {
        return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, ...padding }, bytes)
      } catch {
        // It is for another key.
      }
    }
  }
  throw invalid('it is encrypted for none of our keys')
}

function readPadding(method: DomElement): { readonly oaepHash: string } {
  const algorithm = method.getAttribute('Algorithm') ?? ''
  const isNew = algorithm === `${ENCRYPTION_11}rsa-oaep`
  if (!isNew && algorithm !== `${ENCRYPTION}rsa-oaep-mgf1p`)
    throw invalid('its key is encrypted by an algorithm that is not taken')
  const digest = method.getElementsByTagNameNS(SIGNATURE, 'DigestMethod')[0]
  const mask = isNew ? method.getElementsByTagNameNS(ENCRYPTION_11, 'MGF')[0] : undefined
  const label = digest ? LABEL_DIGESTS[digest.getAttribute('Algorithm') ?? ''] : 'sha1'
  const masking = mask ? MASK_DIGESTS[mask.getAttribute('Algorithm') ?? ''] : 'sha1'
  if (label === undefined || label !== masking)
    throw invalid('its key is encrypted with two digests, or one that is not taken')
  return { oaepHash: label }
}

function decipher(algorithm: string, key: Buffer, bytes: Buffer): Buffer {
  if (algorithm.endsWith('gcm')) {
    const opener = createDecipheriv(algorithm, key, bytes.subarray(0, GCM_IV), {
      authTagLength: GCM_TAG,
    } as object) as DecipherGCM
    opener.setAuthTag(bytes.subarray(-GCM_TAG))
    return Buffer.concat([opener.update(bytes.subarray(GCM_IV, -GCM_TAG)), opener.final()])
  }
  const opener = createDecipheriv(algorithm, key, bytes.subarray(0, BLOCK)).setAutoPadding(false)
  const padded = Buffer.concat([opener.update(bytes.subarray(BLOCK)), opener.final()])
  // The last byte counts those that were added (XML Encryption 1.1 §5.2).
  const added = padded.at(-1) ?? 0
  if (added < 1 || added > BLOCK || added > padded.length) throw new RangeError('padding')
  return padded.subarray(0, -added)
}

const methodOf = (element: DomElement): string => sole(element, 'EncryptionMethod').getAttribute('Algorithm') ?? ''

const valueOf = (element: DomElement): Buffer =>
  Buffer.from(sole(sole(element, 'CipherData'), 'CipherValue').textContent ?? '', 'base64')

/** The one child of this name, of XML Encryption. @throws {PortalError} LOGIN_CODE_INVALID */
function sole(parent: DomElement, name: string): DomElement {
  const found = childElements(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === ENCRYPTION,
  )
  if (found.length !== 1) throw invalid(`it is encrypted, and has not one ${name}`)
  return found[0]!
}
