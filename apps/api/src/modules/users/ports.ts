import type { CertificateFlag } from '@rubrica/domain'

export interface User {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly legalId: string
  readonly email: string
  readonly mustResetPassword: boolean
  readonly certificateFlags: readonly CertificateFlag[]
}

export interface UserStore {
  find(id: string): Promise<User | undefined>
}
