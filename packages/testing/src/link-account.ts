import type { DemoName, PortalCertificate, Scene } from './open-scene.ts'
import { decideOnPage, transactionOf } from './decide-on-page.ts'
import { countMessages, nextCode } from './read-phone.ts'
import { DEMO_PASSWORD } from './start-portal.ts'

/** PIN of the keys that providers keep, where it is not the person's own. */
export const PROVIDER_PIN = '246810'

/** Settings of a server whose people log in on the page of TrustPRO's stand-in, as it knows its client. */
export const TRUSTPRO_BY_CODE = { TRUSTPRO_CLIENT_ID: 'rubrica', TRUSTPRO_CLIENT_SECRET: 'sandbox-csc-client-secret' }

/** What else the form of a provider asks for: who are its customers at the stand-ins. */
const PLACES: Readonly<Record<string, object>> = {
  redtrust: { Domain: 'rubrica' },
  nebula: { Client: 'rubrica' },
  ivnosys: { Organization: 'SANDBOX' },
}

/**
 * Authorises a demo person's account at a provider, with every step that it asks for; codes come as text messages, and
 * what a page of the provider asks is approved.
 *
 * @param account its type, in small letters, as paths have it, and whose it is where it is somebody else's
 * @returns the certificates that the account brings, by alias
 */
export async function linkAccount(
  scene: Scene,
  name: DemoName,
  account: string | { readonly type: string; readonly of: DemoName },
): Promise<ReadonlyMap<string, PortalCertificate>> {
  const { type, of } = typeof account === 'string' ? { type: account, of: name } : account
  const { call, userId: id, legalId } = scene.people[name]
  const body = { Username: of, Password: DEMO_PASSWORD, ...PLACES[type] }
  if (type === 'firmaremota') await call.authoriseRemoteSignature({ body })
  else {
    const step = await call.authoriseAccount({ params: { id, account: `${type}auth` }, body })
    await proveByMessage(scene, { name, type, choices: step?.Authenticators ?? [] })
    if (step?.RedirectUrl !== undefined) {
      const TransactionGuid = transactionOf(await decideOnPage(step.RedirectUrl, 'approve'))
      await call.authoriseTransaction({ params: { id }, body: { TransactionGuid } })
    }
  }
  const all = await call.certificates({ params: { legalid: legalId } })
  return new Map(all.filter(({ CertType }) => CertType.toLowerCase() === type).map((one) => [one.certalias, one]))
}

interface SecondFactor {
  readonly name: DemoName
  readonly type: string
  readonly choices: readonly { readonly Id: string; readonly Name: string }[]
}

/** Chooses the code by text message among the authenticators, if there are any, and answers with it. */
async function proveByMessage(scene: Scene, { name, type, choices }: SecondFactor): Promise<void> {
  const sms = choices.find(({ Name }) => Name === 'SMS')
  if (sms === undefined) return
  const { call, userId: id } = scene.people[name]
  const before = await countMessages(scene)
  await call.authoriseAccount({ params: { id, account: `${type}authmiddle` }, body: { Authenticator: sms.Id } })
  const Challenge = await nextCode(scene, before)
  await call.authoriseAccount({ params: { id, account: `${type}authend` }, body: { Challenge } })
}

/** The operator registers another number for a person; their token says the old one until they log in again. */
export async function registerLegalId({ portal, people }: Scene, name: DemoName, legalId: string): Promise<void> {
  await portal.server.database!.query('update users set legal_id = $2 where id = $1', [people[name].userId, legalId])
}
