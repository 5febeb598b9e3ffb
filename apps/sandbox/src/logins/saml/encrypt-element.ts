import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import { isOnThisMachine } from '../accept-return-address.ts'
import type { EncryptElement } from './write-response.ts'
import { element } from './write-xml.ts'

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const XMLENC_11 = 'http://www.w3.org/2009/xmlenc11#'
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const ENCRYPTION_KEY = /<md:KeyDescriptor(?: use="encryption")?>.*?<ds:X509Certificate>([^<]+)<\/ds:X509Certificate>/

/**
 * Encrypts for a portal as XML Encryption 1.1 has it: AES-256-GCM, the key with RSA-OAEP and SHA-256.
 * @param portal its entity id, where its metadata with the certificate are
 */
export async function openEncrypter(portal: string): Promise<EncryptElement> {
  if (!isOnThisMachine(portal)) throw new Error('The portal is not on this machine.')
  const base64 = ENCRYPTION_KEY.exec(await (await fetch(portal)).text())?.[1]
  if (base64 === undefined) throw new Error('The portal has no key for encryption in its metadata.')
  const certificate = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`
  return (xml) => encrypt(xml, certificate)
}

function encrypt(xml: string, certificate: string): string {
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const content = Buffer.concat([iv, cipher.update(xml, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const wrapped = publicEncrypt(
    { key: certificate, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    key,
  )
  const value = (bytes: Buffer): string =>
    element('xenc:CipherData', {}, element('xenc:CipherValue', {}, bytes.toString('base64')))
  const method = (Algorithm: string, ...children: string[]): string =>
    element('xenc:EncryptionMethod', { Algorithm }, ...children)
  const encryptedKey = element(
    'xenc:EncryptedKey',
    {},
    method(
      `${XMLENC_11}rsa-oaep`,
      element('ds:DigestMethod', { Algorithm: `${XMLENC}sha256` }),
      element('xenc11:MGF', { 'xmlns:xenc11': XMLENC_11, Algorithm: `${XMLENC_11}mgf1sha256` }),
    ),
    value(wrapped),
  )
  const data = element(
    'xenc:EncryptedData',
    { 'xmlns:xenc': XMLENC, Type: `${XMLENC}Element` },
    method(`${XMLENC_11}aes256-gcm`),
    element('ds:KeyInfo', { 'xmlns:ds': XMLDSIG }, encryptedKey),
    value(content),
  )
  return element('saml:EncryptedAssertion', {}, data)
}
