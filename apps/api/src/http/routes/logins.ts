import { PortalError } from '@rubrica/domain'
import {
  beginCodeLogin,
  logInWithCode,
  type BoundAddress,
  type CodeLoginPorts,
} from '../../modules/logins/log-in-with-code.ts'
import {
  beginSamlLogin,
  endSamlLogins,
  logInWithTicket,
  takeSamlAnswer,
  type SamlLoginPorts,
  type SamlLogoutPorts,
} from '../../modules/logins/log-in-with-saml.ts'
import type { LogoutMessage, OidcProvider } from '../../modules/logins/ports.ts'
import { Answer, type Call, type Handlers } from '../bind/call-types.ts'
import { readBrowserCookie, writeBrowserCookie } from './browser-cookie.ts'

type LoginCalls =
  | 'loginAddress'
  | 'loginCode'
  | 'walletCode'
  | 'samlAddress'
  | 'samlConsume'
  | 'samlLogout'
  | 'samlLogoutForm'
  | 'samlMetadata'
  | 'samlTicket'

const PROVIDERS = { google: 'google', ms: 'microsoft', ssi: 'wallet', oidc: 'oidc' } as const satisfies Record<
  string,
  OidcProvider
>

/** What a call says of the browser that makes it. */
type From = Pick<Call<unknown>, 'cookie' | 'origin'>

export interface LoginRoutePorts extends CodeLoginPorts, SamlLoginPorts, SamlLogoutPorts {
  readonly place: { readonly publicUrl: string; readonly portalUrl: string }
  /** Whether pages of this origin are a portal of ours that another server serves. */
  readonly isPortal: (origin: string) => boolean
  /** Called with every answer that let nobody in; without what the provider sent. */
  readonly onRefused: (error: PortalError) => void
}

export function loginHandlers(ports: LoginRoutePorts): Pick<Handlers, LoginCalls> {
  const isTls = () => ports.place.publicUrl.startsWith('https:')
  const cookieOf = ({ cookie }: Pick<From, 'cookie'>) => readBrowserCookie(cookie, isTls())
  const browserOf = (call: From & { readonly body: { readonly Browser?: string | undefined } }) =>
    call.body.Browser ?? cookieOf(call)
  const leadTo = ({ origin }: From, { address, browser }: BoundAddress) => {
    // Browsers keep no cookie of another origin here: such a page keeps the secret itself, and brings it back.
    if (origin !== undefined && ports.isPortal(origin)) return { Url: address, Browser: browser }
    return new Answer(
      200,
      {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'set-cookie': writeBrowserCookie(browser, isTls()),
      },
      JSON.stringify({ Url: address }),
    )
  }
  const watched = async (work: () => Promise<string>) => ({ Token: await watch(ports, work) })
  return {
    loginAddress: async (call) =>
      leadTo(call, await watch(ports, () => beginCodeLogin(ports, PROVIDERS[call.params.provider], cookieOf(call)))),
    loginCode: (call) => {
      const { Code: code, Issuer: issuer } = call.body
      const brought = { code, issuer, state: call.params.state, browser: browserOf(call) }
      return watched(() => logInWithCode(ports, Object.values(PROVIDERS), brought))
    },
    walletCode: (call) => {
      const { Code: code, Issuer: issuer, State: state } = call.body
      return watched(() => logInWithCode(ports, ['wallet'], { code, issuer, state, browser: browserOf(call) }))
    },
    samlAddress: async (call) => leadTo(call, await beginSamlLogin(ports, call.body.Email, cookieOf(call))),
    samlConsume: async ({ body }) =>
      leadBack(ports.place.portalUrl, () => watch(ports, () => takeSamlAnswer(ports, body.SAMLResponse))),
    samlLogout: ({ search }) => leadOut(ports, { binding: 'redirect', query: search }),
    samlLogoutForm: ({ body: { SAMLRequest: request, RelayState: relayState } }) =>
      leadOut(ports, { binding: 'post', request, relayState }),
    samlMetadata: async () =>
      new Answer(200, { 'content-type': 'application/samlmetadata+xml' }, ports.saml.metadata()),
    samlTicket: (call) => watched(() => logInWithTicket(ports, call.body.Ticket, browserOf(call))),
  }
}

async function watch<T>({ onRefused }: LoginRoutePorts, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PortalError) onRefused(error)
    throw error
  }
}

/** The browser goes back to the provider with our answer, or to the log-in where the provider wants none. */
async function leadOut(ports: LoginRoutePorts, message: LogoutMessage): Promise<Answer> {
  const location = (await watch(ports, () => endSamlLogins(ports, message))) ?? `${ports.place.portalUrl}/`
  return new Answer(303, { location, 'cache-control': 'no-store' }, null)
}

/** The browser stands at our address with the provider's form in hand: whatever comes of it, a page must follow. */
async function leadBack(portal: string, work: () => Promise<string>): Promise<Answer> {
  const address = new URL(`${portal}/saml`)
  try {
    address.searchParams.set('token', await work())
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    address.searchParams.set('error', error.message)
    address.searchParams.set('code', error.code)
  }
  return new Answer(303, { location: address.href, 'cache-control': 'no-store' }, null)
}
