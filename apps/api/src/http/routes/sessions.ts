import { grantClientToken } from '../../modules/sessions/grant-client-token.ts'
import { logIn, type IssuedToken, type LogInPorts } from '../../modules/sessions/log-in.ts'
import type { Handlers } from '../bind/call-types.ts'

const toAnswer = ({ token, expiresInSeconds }: IssuedToken) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: expiresInSeconds,
})

export function sessionHandlers(ports: LogInPorts): Pick<Handlers, 'token'> {
  return {
    token: async ({ body, caller }) =>
      toAnswer(
        body.grant_type === 'password'
          ? await logIn(ports, body)
          : await grantClientToken(ports.tokens, caller.client, body.scope),
      ),
  }
}
