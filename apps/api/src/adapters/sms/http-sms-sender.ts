/** Short messages through a gateway over HTTP: `POST SMS_URL {to, text}` with a bearer token. */
import { PortalError } from '@rubrica/domain'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../ports/log.ts'
import type { SmsMessage, SmsSender } from '../../ports/sms.ts'

const TIMEOUT_MS = 10_000

/** What went wrong, without text, number or token. */
class SmsError extends Error {
  override readonly name = 'SmsError'
  readonly code = 'SMS_NOT_SENT'
}

export function openSmsSender(gateway: Config['sms'], log: Log): SmsSender {
  return {
    send: async (message) => {
      if (!gateway) throw new PortalError('PROVIDER_NOT_CONFIGURED', 'This installation cannot send codes to phones')
      try {
        await post(gateway, message)
      } catch (cause) {
        log.warn({ err: cause }, 'A short message was not sent.')
        throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The code could not be sent; try again in a moment', { cause })
      }
    },
  }
}

async function post({ url, token }: NonNullable<Config['sms']>, message: SmsMessage): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token.reveal()}` }),
    },
    body: JSON.stringify({ to: message.to, text: message.text }),
  }).catch((error: unknown) => {
    throw new SmsError(`the gateway did not answer: ${reasonOf(error)}`)
  })
  // Whatever it says may repeat the message.
  await answer.body?.cancel()
  if (!answer.ok) throw new SmsError(`the gateway answers ${answer.status}`)
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'unknown'
}
