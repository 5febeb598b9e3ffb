/**
 * The cookie with which a browser comes back from a login provider. Scripts cannot read it, other sites cannot make it
 * be sent, and over TLS no neighbouring host can set it (the `__Host-` prefix of RFC 6265bis §4.1.3.2).
 */
import { ATTEMPT_MS } from '../../modules/logins/log-in-with-code.ts'

const PLAIN_NAME = 'rubrica-login'
const nameFor = (isTls: boolean) => (isTls ? `__Host-${PLAIN_NAME}` : PLAIN_NAME)

/** @param header the Cookie header. @returns what it holds, which may be anything */
export function readBrowserCookie(header: string | undefined, isTls: boolean): string | undefined {
  const start = `${nameFor(isTls)}=`
  const pair = header?.split(';').find((part) => part.trim().startsWith(start))
  return pair?.trim().slice(start.length)
}

/** @returns the Set-Cookie header */
export function writeBrowserCookie(secret: string, isTls: boolean): string {
  const attributes = ['Path=/', `Max-Age=${ATTEMPT_MS / 1000}`, 'HttpOnly', 'SameSite=Strict']
  if (isTls) attributes.push('Secure')
  return [`${nameFor(isTls)}=${secret}`, ...attributes].join('; ')
}
