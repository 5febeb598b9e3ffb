import { CERTIFICATE_FLAGS } from '@rubrica/domain'
import { findAppearance } from '../../modules/appearance/find-appearance.ts'
import type { AppearanceStore } from '../../modules/appearance/ports.ts'
import { findUser } from '../../modules/users/find-user.ts'
import type { UserStore } from '../../modules/users/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

export interface UserRoutePorts {
  readonly users: UserStore
  readonly appearances: AppearanceStore
}

type UserCalls = 'appearance' | 'resetPassword' | 'user' | 'certificateTypes'

export function userHandlers({ users, appearances }: UserRoutePorts): Pick<Handlers, UserCalls> {
  return {
    appearance: async ({ caller }) => {
      const look = await findAppearance(appearances, caller.userId)
      return {
        PrimaryColor: look.primaryColor,
        PrimaryTextColor: look.primaryTextColor,
        SecondaryColor: look.secondaryColor,
        SecondaryTextColor: look.secondaryTextColor,
        Logo: look.logo,
      }
    },
    resetPassword: async ({ caller }) => {
      const user = await findUser(users, caller.userId)
      return { ResetPassword: user.mustResetPassword, UserName: user.name }
    },
    user: async ({ caller }) => {
      const user = await findUser(users, caller.userId)
      return { userid: user.userId, username: user.name, legalid: user.legalId, email: user.email }
    },
    certificateTypes: async ({ caller }) => {
      const { certificateFlags } = await findUser(users, caller.userId)
      const flags = CERTIFICATE_FLAGS.map((flag) => [flag, certificateFlags.includes(flag)])
      return Object.fromEntries(flags) as Record<(typeof CERTIFICATE_FLAGS)[number], boolean>
    },
  }
}
