import { contract, createClient, type ClientOf, type Contract } from '@rubrica/contract'

/** A person who is logged in to a portal under test. */
export interface LoggedIn {
  readonly userId: string
  readonly legalId: string
  /** The one that `call` sends. */
  readonly token: string
  readonly call: ClientOf<Contract>
  /** Logs in again: tokens last half an hour, which some scenes outlive. */
  readonly renew: () => Promise<void>
}

interface TokenPayload {
  readonly sub: string
  readonly legalid: string
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as TokenPayload

/** Logs in with user and password, as the portal does, and gives typed calls with the token. */
export async function logIn(url: string, user: { userId: string; password: string }): Promise<LoggedIn> {
  const session: { token?: string } = {}
  const call = createClient(contract, {
    bases: () => ({ main: `${url}/api`, identity: `${url}/api` }),
    authorization: (entry) =>
      entry.auth === 'basic'
        ? `Basic ${Buffer.from('portal:').toString('base64')}`
        : session.token && `Bearer ${session.token}`,
  })
  const renew = async () => {
    const answer = await call.token({
      body: { grant_type: 'password', username: user.userId, password: user.password, scope: 'vidmobileuser' },
    })
    session.token = answer.access_token
  }
  await renew()
  const { sub, legalid } = payloadOf(session.token!)
  return {
    userId: sub,
    legalId: legalid,
    get token() {
      return session.token!
    },
    call,
    renew,
  }
}
