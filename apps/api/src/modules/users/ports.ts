import type { CertificateFlag } from '@rubrica/domain'

export interface User {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly legalId: string
  readonly email: string
  readonly mustResetPassword: boolean
  readonly certificateFlags: readonly CertificateFlag[]
  /** Granted types that the person does not want to see. */
  readonly hiddenFlags: readonly CertificateFlag[]
  /** Where codes go, in international form; null for people who have none. */
  readonly phone: string | null
}

export interface UserStore {
  find(id: string): Promise<User | undefined>
  hideFlags(id: string, flags: readonly CertificateFlag[]): Promise<void>
}
