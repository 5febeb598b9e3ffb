/**
 * The cookies by which a browser is known: when it comes back from a login provider, and when it is not asked for a second
 * factor. Scripts cannot read them, other sites cannot make them be sent, and over TLS no neighbouring host can set them
 * (the `__Host-` prefix of RFC 6265bis §4.1.3.2).
 */
import { REMEMBERED_SECONDS } from '../../modules/factors/confirm-factor.ts'
import { ATTEMPT_MS } from '../../modules/logins/log-in-with-code.ts'

const SECONDS = { 'rubrica-login': ATTEMPT_MS / 1000, 'rubrica-device': REMEMBERED_SECONDS } as const
type CookieName = keyof typeof SECONDS

const nameFor = (name: CookieName, isTls: boolean) => (isTls ? `__Host-${name}` : name)

function readCookie(name: CookieName, header: string | undefined, isTls: boolean): string | undefined {
  const start = `${nameFor(name, isTls)}=`
  const pair = header?.split(';').find((part) => part.trim().startsWith(start))
  return pair?.trim().slice(start.length)
}

function writeCookie(name: CookieName, secret: string, isTls: boolean): string {
  const attributes = ['Path=/', `Max-Age=${SECONDS[name]}`, 'HttpOnly', 'SameSite=Strict']
  if (isTls) attributes.push('Secure')
  return [`${nameFor(name, isTls)}=${secret}`, ...attributes].join('; ')
}

/** @param header the Cookie header. @returns what it holds, which may be anything */
export const readBrowserCookie = (header: string | undefined, isTls: boolean) =>
  readCookie('rubrica-login', header, isTls)

/** @returns the Set-Cookie header */
export const writeBrowserCookie = (secret: string, isTls: boolean) => writeCookie('rubrica-login', secret, isTls)

/** The secret of a browser that was remembered; it may be anything. */
export const readDeviceCookie = (header: string | undefined, isTls: boolean) =>
  readCookie('rubrica-device', header, isTls)

/** @returns the Set-Cookie header */
export const writeDeviceCookie = (secret: string, isTls: boolean) => writeCookie('rubrica-device', secret, isTls)
