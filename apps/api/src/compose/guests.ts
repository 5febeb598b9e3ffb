/** People without an account: their invitations, and what they sign with. */
import { certificateFiles } from '../adapters/certificate-files/open-certificate-files.ts'
import { dieAtFailpoint } from '../adapters/failpoints/die-at-failpoint.ts'
import { openGuestAccountStore } from '../adapters/database/guests/guest-account-store.ts'
import { DatabaseInvitationStore } from '../adapters/database/guests/invitation-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import { openEstAuthority } from '../adapters/enrolment/est-authority.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import { openMailWriter } from '../adapters/mail/write-mails.ts'
import { openSmsSender } from '../adapters/sms/http-sms-sender.ts'
import { openSigningTexts } from '../adapters/texts/write-signing-texts.ts'
import { findUser } from '../modules/find-user.ts'
import type { MakeAccount } from '../modules/guests/make-account.ts'
import type { OpenInvitation } from '../modules/guests/open-invitation.ts'
import type { Passwords, Tokens } from '../modules/sessions/ports.ts'
import type { SignForGuest } from '../modules/signing/make/sign-for-guest.ts'
import { hashNewPassword } from '../modules/users/hash-new-password.ts'
import type { Mailer } from '../ports/mail.ts'
import { cataloguesFolder } from './built-files.ts'
import type { Foundation } from './foundation.ts'
import type { SigningPorts } from './signing.ts'

interface GuestParts {
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly mailer: Mailer
  readonly notify: NotifyPeople
}

export function composeInvitations(
  { config, database, place, log, now }: Foundation,
  { tokens, passwords, mailer, notify }: GuestParts,
): OpenInvitation & MakeAccount {
  const { defaultLanguage } = config.portal
  const accounts = openGuestAccountStore(database, dieAtFailpoint(config.failpoint), notify.account)
  const texts = openSigningTexts(defaultLanguage, cataloguesFolder)
  return {
    invitations: new DatabaseInvitationStore(database, notify),
    accounts,
    tokens,
    hashNewPassword: (password) => hashNewPassword((word) => passwords.hash(word), password),
    log: log.child({ name: 'guests' }),
    writer: openMailWriter({ portalEntry: place.portalEntry, defaultLanguage, catalogues: cataloguesFolder }),
    mailer,
    sms: openSmsSender(config.sms, log.child({ name: 'sms' })),
    writeSms: (language, code) => texts.guestCode(language, code),
    now,
  }
}

export function composeGuestSigning({ config, database }: Foundation, signing: SigningPorts): SignForGuest {
  const users = new DatabaseUserStore(database)
  return {
    ...signing,
    authority: openEstAuthority(config.enrolment),
    files: certificateFiles,
    provedAddressOf: async (userId) => {
      const { lacksLegalId, email } = await findUser(users, userId)
      return lacksLegalId ? email : undefined
    },
  }
}
