import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { OID } from '../der/object-identifiers.ts'
import { openRegister, type Register } from '../store/append-register.ts'
import { syncFolder, writeAtomically } from '../store/write-atomically.ts'
import type { Der } from '../der/write-der.ts'
import * as extension from './encode-extensions.ts'
import { createKey } from './create-key.ts'
import { encodeServiceName, SANDBOX_MARK } from './encode-name.ts'
import { issueCertificate, type CertificatePlan, type Identity } from './issue-certificate.ts'
import { keyIdentifierOf, readCertificate, readPublicKeyBits, type CertificateFacts } from './read-certificate.ts'
import { readDer } from '../der/read-der.ts'

/** Authorities that are made at the first start. */
export const AUTHORITIES = ['root', 'ca', 'tsa-ca'] as const
export type BaseAuthorityId = (typeof AUTHORITIES)[number]

/** Authorities of the signature providers, each below the root; made when they are first needed. */
export const PROVIDERS = ['trustpro', 'uanataca', 'validatedid', 'redtrust', 'nebula', 'swisscom', 'ivnosys'] as const
export type ProviderId = (typeof PROVIDERS)[number]
export type AuthorityId = BaseAuthorityId | ProviderId

/** Authorities that answer OCSP; the time-stamp authority's certificates are looked up in its CRL. */
export const OCSP_AUTHORITIES = ['root', 'ca'] as const
type BaseOcspAuthorityId = (typeof OCSP_AUTHORITIES)[number]
export type OcspAuthorityId = BaseOcspAuthorityId | ProviderId

export interface IssuedRow {
  readonly serial: string
  readonly issuer: AuthorityId
  readonly subject: string
  readonly at: string
  /** DER in base64. */
  readonly certificate: string
}

export interface RevokedRow {
  readonly serial: string
  readonly issuer: AuthorityId
  readonly at: string
  /** CRLReason of RFC 5280 5.3.1. */
  readonly reason: number
}

/** A provider's issuing CA and the key that answers OCSP for it. */
export interface ProviderAuthority {
  readonly ca: Identity
  readonly responder: Identity
}

/** Every key and register of the sandbox's certificate authorities. */
export interface Pki {
  readonly baseUrl: string
  readonly authorities: Readonly<Record<BaseAuthorityId, Identity>>
  readonly ocspResponders: Readonly<Record<BaseOcspAuthorityId, Identity>>
  /** Those that were needed since the start. */
  readonly providers: ReadonlyMap<ProviderId, ProviderAuthority>
  /** Loads or makes a provider's authority; until then nothing can be asked of it. */
  openProvider(id: ProviderId): Promise<ProviderAuthority>
  readonly tsa: Identity
  readonly issued: Register<IssuedRow>
  readonly revoked: Register<RevokedRow>
}

const YEAR = 365 * 24 * 3600_000
/** Authorities are dated back so that certificates which expired long ago can be issued, too. */
const AUTHORITY_AGE = 3 * YEAR
const AUTHORITY_LIFE = 10 * YEAR
export const SIGNER_LIFE = 2 * YEAR
/** A service's certificate with less than this left is replaced at the next start. */
const RENEWAL_MARGIN = YEAR / 4
/** Bits of an authority's RSA key. */
const AUTHORITY_BITS = 3072

/**
 * Loads the keys and registers in `folder`, creating them first when there are none. `baseUrl` goes into certificates.
 */
export async function openPki(folder: string, baseUrl: string): Promise<Pki> {
  if (!existsSync(folder)) await createAuthorities(folder, baseUrl)
  const issued = openRegister<IssuedRow>(join(folder, 'issued.jsonl'))
  const load = (id: string): Identity => loadIdentity(join(folder, `${id}.pem`))
  const authorities = { root: load('root'), ca: load('ca'), 'tsa-ca': load('tsa-ca') }
  const providers = new Map<ProviderId, ProviderAuthority>()
  const desk: IssuingDesk = { baseUrl, authorities, providers, issued }
  const service = (id: string, plan: ServicePlan): Promise<Identity> =>
    openService(join(folder, `${id}.pem`), desk, plan)
  const [root, ca, tsa] = await Promise.all([
    service('ocsp-root', ocspResponderPlan('root', 'Root OCSP')),
    service('ocsp-ca', ocspResponderPlan('ca', 'Issuing CA OCSP')),
    service('tsa', { issuer: 'tsa-ca', name: 'TSA', extensions: [extension.solePurpose(OID.purposeTimeStamping)] }),
  ])
  const revoked = openRegister<RevokedRow>(join(folder, 'revoked.jsonl'))
  const openings = new Map<ProviderId, Promise<ProviderAuthority>>()
  const openProvider = (id: ProviderId): Promise<ProviderAuthority> => {
    const opening = openings.get(id) ?? openProviderAuthority(folder, desk, id)
    openings.set(id, opening)
    return opening
  }
  return { baseUrl, authorities, ocspResponders: { root, ca }, providers, openProvider, tsa, issued, revoked }
}

/** A provider's names as its authorities carry them. */
const PROVIDER_NAMES: Readonly<Record<ProviderId, string>> = {
  trustpro: 'TrustPRO',
  uanataca: 'Uanataca',
  validatedid: 'ValidatedID',
  redtrust: 'RedTrust',
  nebula: 'Nebula',
  swisscom: 'Swisscom',
  ivnosys: 'Ivnosys',
}

async function openProviderAuthority(folder: string, desk: IssuingDesk, id: ProviderId): Promise<ProviderAuthority> {
  const path = join(folder, `${id}.pem`)
  const name = `${PROVIDER_NAMES[id]} CA`
  if (!existsSync(path)) {
    const { privateKey, publicKey } = await createKey('rsa')
    saveIdentity(path, { ...certify(desk, 'root', authorityPlan(name, publicKey, 0)), privateKey })
  }
  const ca = loadIdentity(path)
  // The responder's certificate is issued by this very authority, which therefore comes first.
  const providers = new Map([[id, { ca, responder: ca }]])
  const responder = await openService(
    join(folder, `ocsp-${id}.pem`),
    { ...desk, providers },
    ocspResponderPlan(id, `${name} OCSP`),
  )
  const opened = { ca, responder }
  ;(desk.providers as Map<ProviderId, ProviderAuthority>).set(id, opened)
  return opened
}

const ocspResponderPlan = (issuer: OcspAuthorityId, name: string): ServicePlan => ({
  issuer,
  name,
  extensions: [extension.solePurpose(OID.purposeOcspSigning), extension.ocspNoCheck()],
})

/** What `certify` needs: who issues, where they are reached, and the register. */
export type IssuingDesk = Pick<Pki, 'baseUrl' | 'authorities' | 'providers' | 'issued'>

/** Throws for a provider's authority that nobody has opened. */
export function authorityOf(pki: Pick<Pki, 'authorities' | 'providers'>, id: AuthorityId): Identity {
  if (!isProvider(id)) return pki.authorities[id]
  const provider = pki.providers.get(id)
  if (provider === undefined) throw new Error(`The authority of ${id} was not opened.`)
  return provider.ca
}

/** Whose key answers OCSP for an authority. Throws for a provider's authority that nobody has opened. */
export function responderOf(pki: Pick<Pki, 'ocspResponders' | 'providers'>, id: OcspAuthorityId): Identity {
  if (!isProvider(id)) return pki.ocspResponders[id]
  const provider = pki.providers.get(id)
  if (provider === undefined) throw new Error(`The authority of ${id} was not opened.`)
  return provider.responder
}

export const isProvider = (id: AuthorityId): id is ProviderId => PROVIDERS.some((one) => one === id)

/** Issues a certificate below an authority, with all addresses for judges, and enters it in the register. */
export function certify(desk: IssuingDesk, issuer: AuthorityId, plan: CertificatePlan): CertificateFacts {
  const facts = issueCertificate(authorityOf(desk, issuer), {
    ...plan,
    extensions: [...plan.extensions, ...lookupAddresses(desk.baseUrl, issuer)],
  })
  desk.issued.add(describeIssue(issuer, facts))
  return facts
}

function lookupAddresses(baseUrl: string, issuer: AuthorityId): Der[] {
  const ocsp = issuer === 'tsa-ca' ? undefined : `${baseUrl}/pki/ocsp/${issuer}`
  return [
    extension.authorityInfoAccess(`${baseUrl}/pki/${issuer}.cer`, ocsp),
    extension.crlDistributionPoint(`${baseUrl}/pki/${issuer}.crl`),
  ]
}

function describeIssue(issuer: AuthorityId, facts: CertificateFacts): IssuedRow {
  const subject = new X509Certificate(facts.certificate).subject.replaceAll('\n', ', ')
  const certificate = Buffer.from(facts.certificate).toString('base64')
  return { serial: facts.serial, issuer, subject, at: new Date().toISOString(), certificate }
}

/**
 * Makes root, issuing CA and TSA CA in a folder aside and moves it into place whole: a crash leaves nothing half-made.
 */
async function createAuthorities(folder: string, baseUrl: string): Promise<void> {
  const parent = join(folder, '..')
  for (const name of readdirSync(parent)) {
    if (name.startsWith('pki.part')) rmSync(join(parent, name), { recursive: true })
  }
  const draft = join(parent, `pki.part-${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  const keys = await Promise.all(AUTHORITIES.map(() => createKey('rsa', AUTHORITY_BITS)))
  const [rootKey, caKey, tsaCaKey] = keys
  if (rootKey === undefined || caKey === undefined || tsaCaKey === undefined) throw new Error('A key is missing.')
  const root = { ...selfSign(rootKey), privateKey: rootKey.privateKey }
  const issued = openRegister<IssuedRow>(join(draft, 'issued.jsonl'))
  issued.add(describeIssue('root', root))
  const desk = { baseUrl, authorities: { root, ca: root, 'tsa-ca': root }, providers: new Map(), issued }
  const ca = certify(desk, 'root', authorityPlan('Issuing CA', caKey.publicKey, 0))
  const tsaCa = certify(desk, 'root', authorityPlan('TSA CA', tsaCaKey.publicKey, 0))
  saveIdentity(join(draft, 'root.pem'), root)
  saveIdentity(join(draft, 'ca.pem'), { ...ca, privateKey: caKey.privateKey })
  saveIdentity(join(draft, 'tsa-ca.pem'), { ...tsaCa, privateKey: tsaCaKey.privateKey })
  renameSync(draft, folder)
  syncFolder(parent)
}

function selfSign(key: { privateKey: KeyObject; publicKey: Uint8Array }): CertificateFacts {
  const plan = authorityPlan('Root CA', key.publicKey)
  const keyIdentifier = keyIdentifierOf(readPublicKeyBits(readDer(key.publicKey)))
  return issueCertificate({ subjectName: plan.subjectName, keyIdentifier, privateKey: key.privateKey }, plan)
}

function authorityPlan(name: string, publicKey: Uint8Array, pathLength?: number): CertificatePlan {
  const notBefore = new Date(Date.now() - AUTHORITY_AGE)
  const { keyCertSign, crlSign } = extension.KEY_USAGE
  return {
    subjectName: encodeServiceName(`Rúbrica ${SANDBOX_MARK} ${name}`),
    publicKey,
    notBefore,
    notAfter: new Date(Date.now() + AUTHORITY_LIFE),
    extensions: [extension.authorityConstraints(pathLength), extension.keyUsage(keyCertSign, crlSign)],
  }
}

interface ServicePlan {
  readonly issuer: AuthorityId
  readonly name: string
  readonly extensions: readonly Der[]
}

async function openService(path: string, desk: IssuingDesk, plan: ServicePlan): Promise<Identity> {
  if (existsSync(path)) {
    const kept = loadIdentity(path)
    if (kept.notAfter.getTime() > Date.now() + RENEWAL_MARGIN) return kept
  }
  const { privateKey, publicKey } = await createKey('rsa')
  const facts = certify(desk, plan.issuer, {
    subjectName: encodeServiceName(`Rúbrica ${SANDBOX_MARK} ${plan.name}`),
    publicKey,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + SIGNER_LIFE),
    extensions: [
      extension.endEntityConstraints(),
      extension.keyUsage(extension.KEY_USAGE.digitalSignature),
      ...plan.extensions,
    ],
  })
  const identity = { ...facts, privateKey }
  saveIdentity(path, identity)
  return identity
}

/** Key and certificate lie in one file, so that they can never be of two generations. */
export function saveIdentity(path: string, identity: Identity): void {
  const key = identity.privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeAtomically(path, `${key.toString()}${new X509Certificate(identity.certificate).toString()}`)
}

export function loadIdentity(path: string): Identity {
  const pem = readFileSync(path, 'utf8')
  const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----')))
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  if (!certificate.publicKey.equals(publicKey))
    throw new Error(`Key and certificate in ${path} do not belong together.`)
  return { ...readCertificate(certificate.raw), privateKey }
}
