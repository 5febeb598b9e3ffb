import type { CertificateFlag, Language } from '@rubrica/domain'
import type { MailMessage } from '../../ports/mail.ts'

export interface User {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly legalId: string
  /** Nothing is proved of them but the e-mail address. */
  readonly lacksLegalId: boolean
  readonly email: string
  /** An operator gave the address, or a mail to it has proved it: what is sent to it is for this person. */
  readonly emailIsKnown: boolean
  /** What was sent to it came back. */
  readonly emailReturns: boolean
  readonly mustResetPassword: boolean
  readonly certificateFlags: readonly CertificateFlag[]
  readonly hasPassword: boolean
  /** Granted types that the person does not want to see. */
  readonly hiddenFlags: readonly CertificateFlag[]
  /** Where codes go, in international form; null for people who have none. */
  readonly phone: string | null
  /** In which they are spoken and written to; null until somebody has said. */
  readonly language: Language | null
}

export interface UserStore {
  find(id: string): Promise<User | undefined>
  hideFlags(id: string, flags: readonly CertificateFlag[]): Promise<void>
}

/** What a person changes of themselves; what is left out stays as it is. */
export interface ProfileChange {
  readonly email?: string
  readonly language?: Language
  /** Ends every session of the person but the one that is kept. */
  readonly password?: { readonly hash: string; readonly keptSession: string }
  /** Null takes it away. */
  readonly signatureImage?: Uint8Array | null
}

export interface ProfileStore {
  signatureImage(userId: string): Promise<Uint8Array | null>
  /** All of it or nothing. @returns false when there is no such active person. */
  change(userId: string, change: ProfileChange): Promise<boolean>
}

/** The place where pictures of strangers are read. */
export interface SignaturePictures {
  /**
   * A PNG or JPEG made anew: upright, small enough for a signature, without anything but its pixels.
   * @throws {PortalError} SIGNATURE_IMAGE_INVALID with Reason FORMAT, DAMAGED or TOO_LARGE; TEMPORARILY_UNAVAILABLE
   */
  redraw(bytes: Uint8Array): Promise<Uint8Array>
}

export interface PasswordStore {
  /** Whether the token of a recovery mail may still set a password. */
  isRecoverable(userId: string, tokenId: string, at: Date): Promise<boolean>
  /** Of the password that a person has to change; null when they need not. */
  hashToChange(userId: string): Promise<string | null>
  /**
   * Uses up the token and sets the password, both or neither; the address that it was mailed to is known from then on.
   * @returns false when the token is used or over
   */
  recover(
    userId: string,
    change: { readonly hash: string; readonly tokenId: string; readonly at: Date },
  ): Promise<boolean>
  /** @returns false when the person does not have to choose one any more. */
  changeForced(userId: string, change: { readonly hash: string; readonly keptSession: string }): Promise<boolean>
}

/** Who asks to recover a password, as far as a mail needs it. */
export interface RecoveringPerson {
  readonly userId: string
  readonly tokenGeneration: number
  readonly name: string
  readonly email: string
  /** Empty until somebody has said. */
  readonly language: string
}

export interface RecoveryStore {
  /** An active person with an address. */
  findPerson(loginName: string): Promise<RecoveringPerson | undefined>
  /**
   * From now on this token may set a password, and no earlier one of the person may.
   * @returns false, and nothing has changed, when the person was sent as many mails already, or has another address by now
   */
  keepToken(token: RecoveryToken, limit: { readonly mails: number; readonly since: Date }): Promise<boolean>
  /** The mail with this token was not sent: it sets no password, and is not counted. */
  forgetToken(tokenId: string): Promise<void>
}

export interface RecoveryToken {
  readonly tokenId: string
  readonly userId: string
  /** To which it is sent: whoever uses it proves that it is theirs. */
  readonly email: string
  readonly tokenGeneration: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A request for a mail to the person with the name. */
export interface RecoveryWish {
  readonly loginName: string
  /** In which it was asked for; the person's own when there are no texts in that one. */
  readonly language?: Language
  /** Environment that the link must lead back to. */
  readonly environment?: string
}

export interface RecoveryMail {
  readonly person: RecoveringPerson
  readonly wish: RecoveryWish
  readonly id: string
  readonly token: string
  readonly minutes: number
}

/** Finds the words of the mail, in the language of its reader. */
export interface RecoveryMailWriter {
  recovery(mail: RecoveryMail): MailMessage
}

/** A mail that is still to be sent: no token is made before. */
export type RequestRecoveryMail = (wish: RecoveryWish) => Promise<void>

/** A code that is sent to the address of a person, or tried. */
export interface EmailCode {
  readonly userId: string
  readonly email: string
  readonly digest: Buffer
  readonly at: Date
}

export interface EmailCodeLimits {
  /** Between two codes. */
  readonly pauseMs: number
  /** Codes of a person in a day. */
  readonly most: number
  /** For each code. */
  readonly tries: number
  readonly validMs: number
}

/** With the tries that are left; none: no code was sent to the address that the person has, or it is over. */
export type EmailTrial = 'proved' | 'none' | { readonly left: number }

export interface EmailCodeStore {
  /**
   * Takes the place of an earlier code.
   * @returns known: the person has another address by now, or it is proved; or when another may be asked for
   */
  keep(code: EmailCode, limits: EmailCodeLimits): Promise<'kept' | 'known' | Date>
  /** The code did not reach anybody: another one may be asked for at once. */
  withdraw(userId: string): Promise<void>
  /** Takes a try. The right code makes the address known. */
  tryCode(code: Omit<EmailCode, 'email'>, limits: EmailCodeLimits): Promise<EmailTrial>
}

export interface AddressCodeWriter {
  addressCode(mail: {
    readonly id: string
    readonly person: Pick<RecoveringPerson, 'name' | 'email' | 'language'>
    readonly code: string
  }): MailMessage
}
