import { brokenPasswordRules, PortalError } from '@rubrica/domain'

export type HashPassword = (password: string) => Promise<string>

/** @throws {PortalError} PASSWORD_NOT_SECURE with the broken rules */
export async function hashNewPassword(hash: HashPassword, password: string): Promise<string> {
  const rules = brokenPasswordRules(password)
  if (rules.length > 0) {
    throw new PortalError('PASSWORD_NOT_SECURE', `The password breaks these rules: ${rules.join(', ')}.`, {
      facts: { Rules: rules },
    })
  }
  return hash(password)
}
