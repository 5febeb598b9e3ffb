import { brokenPasswordRules } from '@rubrica/domain'

/** A password that is being chosen, typed twice. */
export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' }

/** What a new password lacks: `none` was entered, it is `not-secure`, `not-repeated` the same way, or it is `ready`. */
export type PasswordState = 'none' | 'not-secure' | 'not-repeated' | 'ready'

/** Where the choice of a password stands (spec §5). */
export function passwordState({ password, repeated }: NewPassword): PasswordState {
  if (password === '' && repeated === '') return 'none'
  if (brokenPasswordRules(password).length > 0) return 'not-secure'
  return password === repeated ? 'ready' : 'not-repeated'
}
