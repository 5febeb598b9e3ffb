import type { CertificateFlag } from '@rubrica/domain'
import type { UserStore } from './ports.ts'

/** Whether the operator granted a certificate type to a user. */
export async function mayUse(users: UserStore, id: string, flag: CertificateFlag): Promise<boolean> {
  const user = await users.find(id)
  return user?.certificateFlags.includes(flag) ?? false
}
