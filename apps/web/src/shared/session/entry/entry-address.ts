import { removeFromSession, writeSession } from '../session-store.ts'

/** Where those come back who were sent to somebody else to say who they are. */
const CALLBACKS = ['/auth', '/ssi', '/saml']
/** Where those come back who logged in at Ivnosys for a signature. */
const LOGIN_BEFORE_SIGNING = '/ivsign-login-sign'
/** Where those come who have the link of a program; its secret is in the fragment. */
const SIGNING_LINKS = '/sign/'
const LOGINS = ['/', '/new-login', '/login-ad']

/** What a provider has the browser bring. */
export interface ProviderAnswer {
  /** As it was, for a person to read. */
  readonly address: string
  readonly parameters: URLSearchParams
}

/** With what another application leads a person in whom it has logged in itself. */
export interface UserTokenEntry {
  readonly token: string
  /** Where the person wants to be led after log-out; nobody has allowed it yet. */
  readonly returnUrl: string | null
}

let answer: ProviderAnswer | null = null
let userToken: UserTokenEntry | null = null
let linkSecret: string | null = null

const nameOf = (parameter: string) => parameter.split('=', 1)[0]?.toLowerCase()

/** The value of a parameter in any case, percent-decoded once; null when it is absent, empty or no text. */
function readParameter(parameters: readonly string[], name: string): string | null {
  const parameter = parameters.find((each) => nameOf(each) === name)
  try {
    return decodeURIComponent(parameter?.slice(name.length + 1) ?? '') || null
  } catch {
    return null
  }
}

/** A token of Ivnosys waits in the session, for the page that uses it; an address without one leaves none of before. */
function takeErrandToken(search: string): void {
  const others = new URLSearchParams(search)
  const token = others.get('token')
  if (!token) return removeFromSession('errandToken')
  writeSession('errandToken', token)
  others.delete('token')
  history.replaceState(history.state, '', `${LOGIN_BEFORE_SIGNING}?${others.toString()}`)
}

/**
 * Takes what gives somebody a session out of the address, before anything else can see it there: the browser's history,
 * a screenshot, whoever is asked for a file.
 */
export function takeEntry(): void {
  const { pathname, search, hash, href } = location
  if (pathname.startsWith(SIGNING_LINKS) && hash.length > 1) {
    linkSecret = hash.slice(1)
    history.replaceState(history.state, '', pathname + search)
    return
  }
  if (CALLBACKS.includes(pathname)) {
    answer = { address: href, parameters: new URLSearchParams(search) }
    history.replaceState(history.state, '', pathname)
    return
  }
  if (pathname === LOGIN_BEFORE_SIGNING) return takeErrandToken(search)
  const parameters = search.slice(1).split('&')
  const token = readParameter(parameters, 'usertoken')
  if (token === null) return
  userToken = { token, returnUrl: readParameter(parameters, 'urlreturn') }
  const others = parameters.filter((each) => !['usertoken', 'urlreturn'].includes(nameOf(each) ?? ''))
  const path = LOGINS.includes(pathname) ? pathname : '/'
  history.replaceState(history.state, '', others.length > 0 ? `${path}?${others.join('&')}` : path)
}

/** What a provider has answered; of an address without anything when there was no answer. */
export function providerAnswer(): ProviderAnswer {
  return answer ?? { address: location.href, parameters: new URLSearchParams() }
}

/** The token that stood in the address, until it is used. */
export function userTokenEntry(): UserTokenEntry | null {
  return userToken
}

/** The secret of a link that stood in the address; whoever takes it keeps it. */
export function takeLinkSecret(): string | null {
  const taken = linkSecret
  linkSecret = null
  return taken
}

export function forgetUserToken(): void {
  userToken = null
}
