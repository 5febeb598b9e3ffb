import { CERTIFICATE_FLAGS } from '@rubrica/domain'
import { findTheme } from '../../modules/theme/find-theme.ts'
import type { ThemeStore } from '../../modules/theme/ports.ts'
import { chooseTypes, grantedTypes } from '../../modules/users/choose-types.ts'
import { findUser } from '../../modules/find-user.ts'
import type { Memberships } from '../../modules/sending/people/ports.ts'
import type { UserStore } from '../../modules/users/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

export interface UserRoutePorts {
  readonly users: UserStore
  readonly themes: ThemeStore
  readonly memberships: Memberships
  /** Codes can be sent to phones. */
  readonly provesPhones: boolean
}

type UserCalls =
  'appearance' | 'resetPassword' | 'user' | 'memberships' | 'certificateTypes' | 'grantedTypes' | 'chooseTypes'

export function userHandlers({ users, themes, memberships, provesPhones }: UserRoutePorts): Pick<Handlers, UserCalls> {
  return {
    appearance: async ({ caller }) => {
      const theme = await findTheme(themes, caller.userId)
      return {
        PrimaryColor: theme.primaryColor,
        PrimaryTextColor: theme.primaryTextColor,
        SecondaryColor: theme.secondaryColor,
        SecondaryTextColor: theme.secondaryTextColor,
        Logo: theme.logo,
      }
    },
    resetPassword: async ({ caller }) => {
      const user = await findUser(users, caller.userId)
      return { ResetPassword: user.mustResetPassword, UserName: user.name }
    },
    user: async ({ caller }) => {
      const user = await findUser(users, caller.userId)
      return {
        userid: user.userId,
        username: user.name,
        legalid: user.legalId,
        email: user.email,
        emailisknown: user.emailIsKnown,
        haspassword: user.hasPassword,
        language: user.language,
      }
    },
    memberships: async ({ caller }) => {
      const [found, user] = await Promise.all([
        memberships.membershipsOf(caller.userId),
        findUser(users, caller.userId),
      ])
      return {
        EmailReturns: user.emailReturns,
        List: found.map(({ subscriptionId, name, roles, allowsGuests }) => ({
          Guid: subscriptionId,
          Name: name,
          Roles: [...roles],
          AllowsGuests: allowsGuests,
          ProvesPhones: provesPhones,
        })),
      }
    },
    certificateTypes: async ({ caller }) => {
      const none = CERTIFICATE_FLAGS.map((flag) => [flag, false] as const)
      const types = [...none, ...Object.entries(await grantedTypes(users, caller.userId))]
      return Object.fromEntries(types) as Record<(typeof CERTIFICATE_FLAGS)[number], boolean>
    },
    grantedTypes: ({ caller }) => grantedTypes(users, caller.userId),
    chooseTypes: async ({ caller, body }) => {
      await chooseTypes(users, caller.userId, body)
      return null
    },
  }
}
