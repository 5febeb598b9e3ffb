import type { ExchangeCode } from '../../modules/grants/exchange-code.ts'
import { grantClientToken } from '../../modules/sessions/grant-client-token.ts'
import { askRecovery, RECOVERY_SCOPE, type AskRecovery } from '../../modules/sessions/ask-recovery.ts'
import { logIn, type LogInPorts } from '../../modules/sessions/log-in.ts'
import type { IssuedToken } from '../../modules/sessions/ports.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerCode } from './grants.ts'

const toAnswer = ({ token, expiresInSeconds }: IssuedToken) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: expiresInSeconds,
})

export type SessionRoutePorts = LogInPorts & AskRecovery

export function sessionHandlers(ports: SessionRoutePorts, codes: ExchangeCode): Pick<Handlers, 'token'> {
  return {
    token: async ({ body, caller }) => {
      if (body.grant_type === 'authorization_code') return answerCode(codes, caller.client, body)
      return toAnswer(
        body.grant_type === 'password'
          ? await (body.scope === RECOVERY_SCOPE ? askRecovery : logIn)(ports, body)
          : await grantClientToken(ports.tokens, caller.client, body.scope),
      )
    },
  }
}
