import { MAX_PASSWORD, MIN_PASSWORD } from '../limits.ts'

/** Each rule of spec §5 by the name under which the checklist shows it. */
export const PASSWORD_RULES = {
  length: (password: string) => password.length >= MIN_PASSWORD && password.length <= MAX_PASSWORD,
  digit: (password: string) => /\p{Nd}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  special: (password: string) => /[^\p{L}\p{Nd}\s\p{C}]/u.test(password),
  noSpaces: (password: string) => !/\s/u.test(password),
} as const satisfies Record<string, (password: string) => boolean>

export type PasswordRule = keyof typeof PASSWORD_RULES

/** The rules that a password breaks; an empty list means secure. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return (Object.keys(PASSWORD_RULES) as PasswordRule[]).filter((rule) => !PASSWORD_RULES[rule](password))
}
