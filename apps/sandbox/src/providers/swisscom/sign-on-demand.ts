import { createHash } from 'node:crypto'
import type { Fault } from '../../inject-faults.ts'
import { stampDigest } from '../../pki/answer-timestamp.ts'
import { proveStatus } from '../../pki/answer-ocsp.ts'
import { encodeSubject } from '../../pki/encode-subject.ts'
import { issueCertificate, type Identity } from '../../pki/issue-certificate.ts'
import { issueCrl } from '../../pki/issue-crl.ts'
import { signerExtensions } from '../../pki/issue-to-person.ts'
import { createKey } from '../../pki/create-key.ts'
import { certify, type Pki } from '../../pki/open-pki.ts'
import { signDetached } from '../../pki/sign-detached.ts'
import type { SignatureRegister } from '../record-signatures.ts'
import type { AisDocument, AisOrder, AtOnceOrder } from './read-sign-request.ts'

/** How long an on-demand certificate lasts, from the moment of the consent: it is not dated back at all. */
const CERTIFICATE_LIFE = 10 * 60_000
/** Whom a certificate names when it should name somebody else than was asked. */
const SOMEBODY_ELSE = 'cn=Otra Persona,givenname=Otra,surname=Persona,c=ES,serialnumber=IDCES-99999999R'

export interface AisSignatures {
  readonly signatures: readonly { readonly document: string; readonly cms: Uint8Array }[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
}

export interface SigningPlace {
  readonly pki: Pki
  readonly signatures: SignatureRegister
}

/** Makes a certificate for the person and one complete CMS for each document, and forgets the key. */
export async function signOnDemand(place: SigningPlace, order: AisOrder, fault?: Fault): Promise<AisSignatures> {
  await place.pki.openProvider('swisscom')
  const signer = await issueFor(place.pki, order, fault)
  return signAll(place, { order, signer, credential: order.phone, fault })
}

/** What nobody confirms: the customer's seal on each document, or a time-stamp of each digest. */
export async function signAtOnce(place: SigningPlace, order: AtOnceOrder, fault?: Fault): Promise<AisSignatures> {
  const { pki } = place
  if (order.kind === 'static') {
    return signAll(place, { order, signer: await sealOf(pki), credential: SEAL, fault })
  }
  const stamp = ({ id, digest, hash }: AisDocument) => ({
    document: id,
    cms: stampDigest(pki, Buffer.from(digest, 'base64'), hash),
  })
  const crls = order.wantsRevocation ? [issueCrl(pki, 'root'), issueCrl(pki, 'tsa-ca')] : []
  return { signatures: order.documents.map(stamp), crls, ocsps: [] }
}

const SEAL = 'seal'
const SEAL_LIFE = 365 * 24 * 60 * 60_000
const seals = new WeakMap<Pki, Promise<Identity>>()

/** The customer's seal, made when it is first asked for. */
function sealOf(pki: Pki): Promise<Identity> {
  const seal = seals.get(pki) ?? issueSeal(pki)
  seals.set(pki, seal)
  return seal
}

async function issueSeal(pki: Pki): Promise<Identity> {
  await pki.openProvider('swisscom')
  const { privateKey, publicKey } = await createKey('rsa')
  const subjectName = encodeSubject('cn=Sandbox Seal,o=Sandbox,c=CH')!
  const notBefore = new Date()
  const notAfter = new Date(notBefore.getTime() + SEAL_LIFE)
  const plan = { subjectName, publicKey, notBefore, notAfter, extensions: signerExtensions() }
  return { ...certify(pki, 'swisscom', plan), privateKey }
}

interface SigningPlan {
  readonly order: AisOrder | AtOnceOrder
  readonly signer: Identity
  /** As the register of signatures names it. */
  readonly credential: string
  readonly fault: Fault | undefined
}

function signAll(place: SigningPlace, { order, signer, credential, fault }: SigningPlan): AisSignatures {
  const { pki } = place
  const issuer = pki.providers.get('swisscom')?.ca
  const chain = issuer === undefined ? [] : [issuer.certificate, pki.authorities.root.certificate]
  const sign = (document: AisDocument): Uint8Array => {
    const digest = Buffer.from(document.digest, 'base64')
    place.signatures.add({ provider: 'swisscom', credential, digest: digest.toString('hex') })
    const cms = signDetached({
      hash: document.hash,
      digest: fault?.kind === 'other-hash' ? createHash(document.hash).update(digest).digest() : digest,
      signer,
      certificates: [signer.certificate, ...chain],
      signingTime: order.wantsSigningTime || fault?.kind === 'signing-time' ? new Date() : undefined,
      stamp: order.wantsTimestamp ? (imprint) => stampDigest(pki, imprint) : undefined,
    })
    return fault?.kind === 'cut-cms' ? cms.subarray(0, cms.length - 100) : cms
  }
  const all = order.documents.map((document) => ({ document: document.id, cms: sign(document) }))
  const revocation = order.wantsRevocation ? gatherRevocation(pki, signer) : { crls: [], ocsps: [] }
  return { signatures: fault?.kind === 'fewer' ? all.slice(1) : all, ...revocation }
}

async function issueFor(pki: Pki, order: AisOrder, fault: Fault | undefined): Promise<Identity> {
  const { privateKey, publicKey } = await createKey(fault?.kind === 'ec-key' ? 'ec' : 'rsa')
  const subjectName = encodeSubject(fault?.kind === 'other-person' ? SOMEBODY_ELSE : order.subject)
  if (subjectName === undefined) throw new Error('The name was read before.')
  const now = Date.now()
  const plan = {
    subjectName,
    publicKey,
    notBefore: new Date(now),
    notAfter: new Date(now + lifeOf(fault)),
    extensions: signerExtensions(),
  }
  if (fault?.kind !== 'other-issuer') return signWith(privateKey, fault, certify(pki, 'swisscom', plan))
  // The name of the right authority over a key that is not its own.
  const stranger = await createKey('rsa')
  const { ca } = await pki.openProvider('swisscom')
  return { ...issueCertificate({ ...ca, privateKey: stranger.privateKey }, plan), privateKey }
}

const lifeOf = (fault: Fault | undefined): number =>
  fault?.kind === 'life' || fault?.kind === 'ec-key' ? fault.by * 1000 : CERTIFICATE_LIFE

async function signWith(
  privateKey: Identity['privateKey'],
  fault: Fault | undefined,
  facts: Omit<Identity, 'privateKey'>,
): Promise<Identity> {
  const other = fault?.kind === 'other-key' ? await createKey('rsa') : undefined
  return { ...facts, privateKey: other?.privateKey ?? privateKey }
}

/** What says that the certificates of the signature and of its time-stamp are good. */
function gatherRevocation(pki: Pki, signer: Identity): Pick<AisSignatures, 'crls' | 'ocsps'> {
  return {
    crls: [issueCrl(pki, 'root'), issueCrl(pki, 'tsa-ca')],
    ocsps: [proveStatus(pki, 'swisscom', signer.serial)],
  }
}
