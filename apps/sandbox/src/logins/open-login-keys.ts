import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readDer } from '../der/read-der.ts'
import * as extension from '../pki/encode-extensions.ts'
import { encodeServiceName, SANDBOX_MARK } from '../pki/encode-name.ts'
import { issueCertificate, type Identity } from '../pki/issue-certificate.ts'
import { createKey } from '../pki/create-key.ts'
import { loadIdentity, saveIdentity } from '../pki/open-pki.ts'
import { keyIdentifierOf, readPublicKeyBits } from '../pki/read-certificate.ts'
import type { IssuerId } from './describe-logins.ts'

const LIFE = 10 * 365 * 24 * 3600_000

/** The keys with which the stand-ins sign who somebody is: made when first needed, then kept with the data. */
export interface LoginKeys {
  open(id: IssuerId | 'saml'): Promise<Identity>
  /** A key that nobody was told of, for the faults that sign with one; it is kept nowhere. */
  openStranger(): Promise<Identity>
}

export function openLoginKeys(folder: string): LoginKeys {
  const opened = new Map<string, Promise<Identity>>()
  const once = (name: string, open: () => Promise<Identity>): Promise<Identity> => {
    const opening = opened.get(name) ?? open()
    opened.set(name, opening)
    return opening
  }
  return {
    open: (id) => once(id, () => openIdentity(folder, id)),
    openStranger: () => once('stranger', () => makeIdentity('stranger')),
  }
}

async function openIdentity(folder: string, id: string): Promise<Identity> {
  const path = join(folder, `${id}.pem`)
  if (existsSync(path)) return loadIdentity(path)
  const identity = await makeIdentity(id)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  saveIdentity(path, identity)
  return identity
}

/** Identity providers certify themselves: whoever trusts one was given its certificate. */
async function makeIdentity(id: string): Promise<Identity> {
  const { privateKey, publicKey } = await createKey('rsa')
  const subjectName = encodeServiceName(`Rúbrica ${SANDBOX_MARK} ${id}`)
  const keyIdentifier = keyIdentifierOf(readPublicKeyBits(readDer(publicKey)))
  const facts = issueCertificate(
    { subjectName, keyIdentifier, privateKey },
    {
      subjectName,
      publicKey,
      notBefore: new Date(Date.now() - 24 * 3600_000),
      notAfter: new Date(Date.now() + LIFE),
      extensions: [extension.endEntityConstraints(), extension.keyUsage(extension.KEY_USAGE.digitalSignature)],
    },
  )
  return { ...facts, privateKey }
}

export const pemOf = (identity: Identity): string => new X509Certificate(identity.certificate).toString()
