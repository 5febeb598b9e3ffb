import { languageOf, PortalError } from '@rubrica/domain'
import type { Person } from '../sessions/ports.ts'
import type { RequestRecoveryMail } from './ports.ts'

export interface RequestRecovery {
  /** Undefined where there is no mail server. */
  readonly requestMail: RequestRecoveryMail | undefined
}

/**
 * Asks for the mail that leads to a new password. Whether anybody has the name is found out later, where nobody
 * watches: the answer is the same, and takes as long.
 * @throws {PortalError} SCOPE_TOO_NARROW for the token of such a mail, TEMPORARILY_UNAVAILABLE without a mail server
 */
export async function requestRecovery(
  { requestMail }: RequestRecovery,
  { recovery }: Person,
  { language, environment }: { readonly language?: string; readonly environment?: string },
): Promise<void> {
  if (recovery?.may !== 'ask') throw new PortalError('SCOPE_TOO_NARROW', 'The token is not for this call.')
  if (!requestMail) throw new PortalError('TEMPORARILY_UNAVAILABLE', 'This server sends no mail.')
  const spoken = language === undefined ? undefined : languageOf(language)
  await requestMail({ loginName: recovery.loginName, language: spoken, environment })
}
