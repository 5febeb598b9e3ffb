import { mayReturnTo } from '../../modules/allow-return.ts'
import { endSession, renewSession } from '../../modules/sessions/continue-session.ts'
import { grantUserToken, type GrantUserToken } from '../../modules/sessions/grant-user-token.ts'
import type { ReturnAddresses, SessionRecords } from '../../modules/sessions/ports.ts'
import type { RunOnce } from '../../modules/run-once.ts'
import { choosePassword, requireLivingLink, type ChoosePassword } from '../../modules/users/choose-password.ts'
import { findUser } from '../../modules/find-user.ts'
import type { UserStore } from '../../modules/users/ports.ts'
import { requestRecovery, type RequestRecovery } from '../../modules/users/request-recovery.ts'
import type { Handlers } from '../bind/call-types.ts'

export interface PasswordRoutePorts extends GrantUserToken, RunOnce, ChoosePassword, RequestRecovery {
  readonly sessions: SessionRecords
  readonly users: UserStore
  readonly returnAddresses: ReturnAddresses
}

type PasswordCalls =
  'renewToken' | 'revokeToken' | 'returnAddress' | 'userToken' | 'recoverPassword' | 'recoveryStanding' | 'setPassword'

export function passwordHandlers(ports: PasswordRoutePorts): Pick<Handlers, PasswordCalls> {
  return {
    renewToken: async ({ caller }) => {
      const { token, expiresInSeconds } = await renewSession(ports.tokens, caller)
      return { access_token: token, token_type: 'bearer', expires_in: expiresInSeconds }
    },
    revokeToken: async ({ caller }) => {
      await endSession(ports.sessions, caller, ports.now())
      return null
    },
    returnAddress: async ({ caller, body }) => {
      const { clientId } = caller.session
      const allowed = clientId === undefined ? [] : await ports.returnAddresses.returnUrlsOf(clientId)
      return { IsAllowed: mayReturnTo(body.Url, allowed) }
    },
    userToken: async ({ caller, headers, body }) => {
      const asked = { loginName: body.userId, key: headers['idempotency-key'] }
      const { token, userId, expiresInSeconds } = await grantUserToken(ports, caller, asked)
      return { token, userGuid: userId, expiresInSeconds }
    },
    recoverPassword: async ({ caller, body }) => {
      await requestRecovery(ports, caller, { language: body.language, environment: body.env })
      return null
    },
    recoveryStanding: async ({ caller }) => {
      await requireLivingLink(ports, caller)
      return { UserId: (await findUser(ports.users, caller.userId)).userId }
    },
    setPassword: async ({ caller, body }) => {
      await choosePassword(ports, caller, body.password)
      return null
    },
  }
}
