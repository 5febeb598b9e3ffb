import type { ExchangeCode } from '../../modules/grants/exchange-code.ts'
import { grantClientToken } from '../../modules/sessions/grant-client-token.ts'
import { askRecovery, RECOVERY_SCOPE, type AskRecovery } from '../../modules/sessions/ask-recovery.ts'
import { logIn, type LogInPorts } from '../../modules/sessions/log-in.ts'
import { FACTOR_SCOPE, type IssuedToken } from '../../modules/sessions/ports.ts'
import type { Handlers } from '../bind/call-types.ts'
import { readDeviceCookie } from './browser-cookie.ts'
import { answerCode } from './grants.ts'

const toAnswer = ({ token, expiresInSeconds }: IssuedToken) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: expiresInSeconds,
})

export type SessionRoutePorts = LogInPorts & AskRecovery & { readonly place: { readonly publicUrl: string } }

export function sessionHandlers(ports: SessionRoutePorts, codes: ExchangeCode): Pick<Handlers, 'token'> {
  return {
    token: async ({ body, caller, cookie }) => {
      if (body.grant_type === 'authorization_code') return answerCode(codes, caller.client, body)
      if (body.grant_type !== 'password') {
        return toAnswer(await grantClientToken(ports.tokens, caller.client, body.scope))
      }
      if (body.scope === RECOVERY_SCOPE) return toAnswer(await askRecovery(ports, body))
      const device = readDeviceCookie(cookie, ports.place.publicUrl.startsWith('https:'))
      const token = await logIn(ports, body, device)
      return { ...toAnswer(token), ...(token.scope === FACTOR_SCOPE && { scope: token.scope }) }
    },
  }
}
