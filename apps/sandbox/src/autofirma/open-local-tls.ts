import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OID } from '../der/object-identifiers.ts'
import { readDer } from '../der/read-der.ts'
import { implicitPrimitive, sequence } from '../der/write-der.ts'
import * as extension from '../pki/encode-extensions.ts'
import { encodeServiceName, SANDBOX_MARK } from '../pki/encode-name.ts'
import { issueCertificate, type Identity } from '../pki/issue-certificate.ts'
import { createKey } from '../pki/create-key.ts'
import { loadIdentity, saveIdentity } from '../pki/open-pki.ts'
import { keyIdentifierOf, readPublicKeyBits } from '../pki/read-certificate.ts'

/** TLS for connections to this machine: a root of its own, as the installation of the real application makes one. */
export interface LocalTls {
  /** PEM. */
  readonly key: string
  readonly certificate: string
  /** DER; a browser that does not trust it cannot tell this program from none. */
  readonly root: Uint8Array
}

const YEAR = 365 * 24 * 3600_000
const DAY = 24 * 3600_000
const RENEWAL_MARGIN = 30 * DAY
const LOOPBACK = Uint8Array.of(127, 0, 0, 1)

export async function openLocalTls(folder: string): Promise<LocalTls> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const root = await openIdentity(join(folder, 'root.pem'), makeRoot)
  const leaf = await openIdentity(join(folder, 'localhost.pem'), () => makeLeaf(root))
  const toPem = (der: Uint8Array): string => new X509Certificate(der).toString()
  return {
    key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `${toPem(leaf.certificate)}${toPem(root.certificate)}`,
    root: root.certificate,
  }
}

async function openIdentity(path: string, make: () => Promise<Identity>): Promise<Identity> {
  if (existsSync(path)) {
    const kept = loadIdentity(path)
    if (kept.notAfter.getTime() > Date.now() + RENEWAL_MARGIN) return kept
  }
  const identity = await make()
  saveIdentity(path, identity)
  return identity
}

async function makeRoot(): Promise<Identity> {
  const { privateKey, publicKey } = await createKey('rsa')
  const { keyCertSign, crlSign } = extension.KEY_USAGE
  const subjectName = encodeServiceName(`Autofirma ROOT ${SANDBOX_MARK}`)
  const keyIdentifier = keyIdentifierOf(readPublicKeyBits(readDer(publicKey)))
  const facts = issueCertificate(
    { subjectName, keyIdentifier, privateKey },
    {
      ...validFor(10 * YEAR),
      subjectName,
      publicKey,
      extensions: [extension.authorityConstraints(0), extension.keyUsage(keyCertSign, crlSign)],
    },
  )
  return { ...facts, privateKey }
}

/**
 * As the real one's: ten years, for the address alone, without extended key usage. Browsers allow that of local roots.
 */
async function makeLeaf(root: Identity): Promise<Identity> {
  const { privateKey, publicKey } = await createKey('rsa')
  const names = sequence(implicitPrimitive(7, LOOPBACK))
  const facts = issueCertificate(root, {
    ...validFor(10 * YEAR),
    subjectName: encodeServiceName('127.0.0.1'),
    publicKey,
    extensions: [
      extension.endEntityConstraints(),
      extension.keyUsage(extension.KEY_USAGE.digitalSignature),
      extension.encodeExtension(OID.subjectAltName, names),
    ],
  })
  return { ...facts, privateKey }
}

const validFor = (life: number): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(Date.now() - DAY),
  notAfter: new Date(Date.now() + life),
})
