/** What tests of Ivnosys do as the portal does: begin, go to the provider, come back, complete. */
import { decideOnPage, linkAccount, type DemoName, type DemoSigner, type Scene } from '@rubrica/testing'
import type { SentDocument } from '@rubrica/contract'
import { sendSeveral } from './authorise-signing.ts'

export const SIGNER_PIN = '246810'

/** GUIDs of somebody's certificates at Ivnosys, by what authorises a signature. */
export type IvnosysKeys = Readonly<Record<'pin' | 'redirect' | 'mobile', string>>

/** Authorises the account, as its owner would, and finds its certificates. */
export async function linkIvnosys(scene: Scene, name: DemoName): Promise<IvnosysKeys> {
  const certificates = await linkAccount(scene, name, 'ivnosys')
  const find = (kind: string) => certificates.get(`${name}-${kind}`)!.GUID
  return { pin: find('pin'), redirect: find('redirect'), mobile: find('mobile') }
}

type Init = Parameters<DemoSigner['call']['initSign']>[0]['body']

export const signerOf = (document: SentDocument, index = 0): string => document.signers[index]!.guid

export const init = (person: Pick<DemoSigner, 'call'>, signerGuid: string, body: Init) =>
  person.call.initSign({ params: { signerGuid }, body })

export interface Completing {
  readonly signerGuid: string
  readonly transactionId: string
  readonly CertGUID: string
  readonly PIN?: string
  readonly attempt?: string
}

/** @returns null when the document is signed, else what is asked for next */
export const complete = (person: Pick<DemoSigner, 'call'>, order: Completing) => {
  const { signerGuid, transactionId, CertGUID, PIN, attempt = crypto.randomUUID() } = order
  return person.call.completeSign({
    params: { signerGuid, transactionId },
    body: { CertGUID, PIN, AccessMethod: 'USER_PASS' },
    headers: { 'idempotency-key': attempt },
  })
}

/** Begins with a certificate of the page, and approves there. */
export async function approveOnPage(person: Pick<DemoSigner, 'call'>, signerGuid: string, CertGUID: string) {
  const begun = await init(person, signerGuid, { CertGUID })
  const back = await decideOnPage(begun.RedirectUrl!, 'approve')
  return { signerGuid, transactionId: begun.TransactionId, CertGUID, back }
}

/** Sends ana a document, and has her approve its signature on the page. */
export async function sendApproved(scene: Scene, CertGUID: string) {
  const [document] = await sendSeveral(scene, 1, 'ana')
  const order = await approveOnPage(scene.people.ana, signerOf(document!), CertGUID)
  return { document: document!, order }
}
