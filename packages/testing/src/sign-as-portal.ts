import { registry } from '@rubrica/providers/registry'
import type { DemoName, PortalCertificate, Scene } from './open-scene.ts'
import { decideOnPage } from './decide-on-page.ts'
import { appCode, countMessages, decidePush, nextCode } from './read-phone.ts'

export interface PortalSigning {
  readonly name: DemoName
  readonly signerGuid: string
  readonly certificate: PortalCertificate
  /** Typed where the certificate asks for it. */
  readonly pin: string
  /** The substitution by which it is signed in the name of another. */
  readonly actingFor?: string
}

/** The calls of who signs, each with the substitution if there is one. */
export function callsActingFor(scene: Scene, { name, actingFor }: Pick<PortalSigning, 'name' | 'actingFor'>) {
  const { call } = scene.people[name]
  if (actingFor === undefined) return call
  type AnyCall = (input: { readonly headers?: object }) => Promise<unknown>
  return new Proxy(call, {
    get: (calls, key) => (input: { readonly headers?: object }) =>
      (calls as unknown as Readonly<Record<PropertyKey, AnyCall>>)[key]!({
        ...input,
        headers: { ...input.headers, 'acting-for': actingFor },
      }),
  })
}

type SignatureSession = { readonly SessionId: string }

/**
 * Signs one document with a certificate of any type, by the calls that the manifest of its provider names: codes are
 * read off the phone, and what is asked there is accepted.
 */
export async function signAsPortal(scene: Scene, signing: PortalSigning): Promise<void> {
  if (planOf(signing.certificate).way === 'errand') await signAfterErrand(scene, signing)
  else await signHere(scene, signing)
}

async function signHere(scene: Scene, signing: PortalSigning): Promise<void> {
  const { signerGuid, certificate } = signing
  const call = callsActingFor(scene, signing)
  const { plan, pinMember = 'PIN', type } = planOf(certificate)
  const batch = plan.signatureSession && (await call.prepareBatch({ body: batchOf(signing) }))
  if (batch?.Failed.length) throw new Error(`not prepared: ${JSON.stringify(batch.Failed)}`)
  const { PIN, ...authorised } = await authoriseAsPortal(scene, signing, batch?.BatchId)
  await call.sign({
    params: { type, signerGuid },
    body: {
      ...{ CertGUID: certificate.GUID, AccessMethod: 'USER_PASS', [pinMember]: PIN, ...authorised },
      ...(batch && { BatchId: batch.BatchId }),
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (batch) await closeSignatureSession(scene, signing)
}

/** What a person types and opens for a certificate. */
export interface AuthorisedAsPortal {
  readonly PIN?: string
  /** Where no session has taken it. */
  readonly OTP?: string
  readonly SessionId?: string
}

/**
 * Does what the person does before documents are signed: has a code sent, types it, opens a session, accepts on the
 * phone, as far as the manifest of the certificate's provider names it.
 * @param BatchId what is authorised: a batch, or a signing run
 */
export async function authoriseAsPortal(
  scene: Scene,
  signing: Omit<PortalSigning, 'signerGuid'>,
  BatchId: string | undefined,
): Promise<AuthorisedAsPortal> {
  const { certificate, pin } = signing
  const { plan } = planOf(certificate)
  const inputs = certificate.Inputs ?? plan.inputs
  const OTP = inputs.includes('code') ? await obtainCode(scene, signing, BatchId) : undefined
  const PIN = inputs.includes('pin') ? pin : undefined
  const typed = PIN === undefined ? {} : { PIN }
  if (!plan.signatureSession || BatchId === undefined) return { ...typed, ...(OTP !== undefined && { OTP }) }
  const { SessionId } = await openSignatureSession(scene, signing, { OTP, PIN, BatchId })
  return { ...typed, SessionId }
}

function planOf({ CertType, AuthenticationType }: PortalCertificate) {
  const manifest = registry.map((one) => one.manifest).find(({ certType }) => certType === CertType)
  const plan = manifest?.signing[AuthenticationType]
  if (plan === undefined) throw new Error(`${CertType} does not sign with ${AuthenticationType}`)
  return { plan, pinMember: manifest?.pinMember, type: CertType.toLowerCase(), way: manifest?.way }
}

const batchOf = ({ certificate, signerGuid }: PortalSigning) => ({
  CertGUID: certificate.GUID,
  SignerGUIDs: [signerGuid],
})

/** A code that the provider sends, or the one that the person's app shows. */
async function obtainCode(
  scene: Scene,
  { name, certificate }: Omit<PortalSigning, 'signerGuid'>,
  BatchId: string | undefined,
): Promise<string> {
  const { plan, type } = planOf(certificate)
  if (!plan.sendsCode) return appCode(scene, 'TrustPRO', `${name}-app`)
  const before = await countMessages(scene)
  const body = { CertGUID: certificate.GUID, Uses: 1, BatchId }
  await scene.people[name].call.requestCode({ params: { type }, body })
  return nextCode(scene, before)
}

interface Typed {
  readonly OTP: string | undefined
  readonly PIN: string | undefined
  readonly BatchId: string
}

async function closeSignatureSession(
  scene: Scene,
  { name, certificate }: Omit<PortalSigning, 'signerGuid'>,
): Promise<void> {
  const { call } = scene.people[name]
  if (planOf(certificate).plan.signatureSession === 'remote') await call.closeRemoteSession({})
  else await call.closeCertificateSession({ params: { guid: certificate.GUID } })
}

async function openSignatureSession(
  scene: Scene,
  { name, certificate }: Omit<PortalSigning, 'signerGuid'>,
  typed: Typed,
): Promise<SignatureSession> {
  const { call } = scene.people[name]
  const { OTP = '' } = typed
  if (planOf(certificate).plan.signatureSession === 'certificate') {
    const opened = await call.openCertificateSession({ params: { guid: certificate.GUID }, body: { ...typed, OTP } })
    return { SessionId: opened.SessionId }
  }
  const body = { CertGUID: certificate.GUID, ...typed }
  const opened = await call.openRemoteSession({ body })
  const { SessionId } = opened
  if ('ExpiresAt' in opened) return { SessionId }
  await decidePush(scene, 'accept')
  const accepted = await call.openRemoteSession({ body: { ...body, SessionId } })
  if (!('ExpiresAt' in accepted)) throw new Error('the provider waits on, though the request was accepted')
  return { SessionId }
}

/** Goes where the provider sends the person, accepts there, and completes the signature. */
async function signAfterErrand(scene: Scene, { signerGuid, certificate, pin, ...by }: PortalSigning): Promise<void> {
  const call = callsActingFor(scene, by)
  const CertGUID = certificate.GUID
  const begun = await call.initSign({ params: { signerGuid }, body: { CertGUID } })
  if (begun.RedirectUrl !== undefined) await decideOnPage(begun.RedirectUrl, 'approve')
  if (begun.AuthType === 'MOBILE') await decidePush(scene, 'accept')
  const params = { signerGuid, transactionId: begun.TransactionId }
  const ended = await call.completeSign({
    params,
    body: { CertGUID, ...(certificate.PinRequired && { PIN: pin }), AccessMethod: 'USER_PASS' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (ended) throw new Error(`${ended.AuthType} is still to be given`)
}
