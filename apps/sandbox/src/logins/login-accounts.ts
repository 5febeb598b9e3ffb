import { CAST } from '../people/cast.ts'

/** Somebody who can be chosen at a log-in provider of the sandbox. */
export interface LoginAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly legalId: string
}

/** Has an account at every log-in provider and is unknown to every portal. */
const STRANGER: LoginAccount = {
  id: 'stranger',
  name: 'Nadie Nunca Visto',
  email: 'stranger@sandbox.example',
  legalId: '99999999R',
}

export const LOGIN_ACCOUNTS: readonly LoginAccount[] = [...CAST, STRANGER]

export const isStranger = ({ id }: LoginAccount): boolean => id === STRANGER.id

export const findAccount = (id: string): LoginAccount | undefined => LOGIN_ACCOUNTS.find((account) => account.id === id)

/** What is said of somebody who refuses; portals know the refusal by these words. */
export const REFUSAL = 'The request is not allowed.'
