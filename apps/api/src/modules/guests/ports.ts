import type { MailMessage } from '../../ports/mail.ts'

/** How a guest proves who they are, in this order. */
export type ProofWay = 'email' | 'phone'

/** What a sender says of a person without an account. */
export interface GuestWish {
  readonly name: string
  readonly email: string
  /** In international form. */
  readonly phone?: string | undefined
  /** The phone is proved too. */
  readonly provesPhone: boolean
  /** Empty for the portal's own. */
  readonly language: string
  /** What a certificate of their own has to state. */
  readonly legalId?: string | undefined
}

/** What the sender said of a guest, and whether they have come since. */
export interface SentGuest extends Pick<GuestWish, 'email' | 'provesPhone' | 'language'> {
  readonly phone: string | null
  readonly legalId: string | null
  /** When they proved that the address is theirs. */
  readonly provedAt: Date | null
}

/** A guest who is about to be kept. */
export interface NewGuest extends GuestWish {
  /** GUID, of the user too. */
  readonly id: string
}

/**
 * Whether an invitation opens a session still. Void: a later one took its place. Over: the document waits for this
 * person no more.
 */
export type InvitationState = 'open' | 'used' | 'void' | 'expired' | 'over'

export interface Invitation {
  readonly id: string
  readonly state: InvitationState
  readonly signerId: string
  readonly documentId: string
  readonly fileName: string
  readonly senderName: string
  /** Everybody has signed: it opens what the person may take away. */
  readonly isSigned: boolean
  readonly person: {
    readonly userId: string
    readonly legalId: string
    readonly tokenGeneration: number
    readonly name: string
    readonly email: string
    readonly phone: string | null
    readonly language: string
  }
  /** What is to be proved, and has not been yet. */
  readonly open: readonly ProofWay[]
}

export interface NewInvitation {
  readonly id: string
  readonly signerId: string
  /** SHA-256 of the secret. */
  readonly secretDigest: Buffer
  /** A program's link has led to it, and no mail. */
  readonly isOfLink: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface NewCode {
  readonly invitationId: string
  readonly by: ProofWay
  readonly digest: Buffer
  readonly at: Date
  readonly expiresAt: Date
}

export interface CodeLimits {
  /** Between two codes. */
  readonly pauseMs: number
  /** Of one invitation. */
  readonly most: number
  /** For each code. */
  readonly tries: number
}

/** Wrong: with the tries that are left; none: no code was sent, or it is over. */
export type CodeTrial =
  | { readonly outcome: 'right'; readonly next: ProofWay | undefined }
  | { readonly outcome: 'wrong'; left: number }
  | 'none'

export interface InvitationStore {
  /** Keeps an invitation; the earlier ones of the signer open nothing any more. */
  add(invitation: NewInvitation): Promise<void>
  find(secretDigest: Buffer, at: Date): Promise<Invitation | undefined>
  /** @returns 'kept'; when another may be asked for; or 'over' when the invitation had all of its codes */
  keepCode(code: NewCode, limits: CodeLimits): Promise<'kept' | 'over' | Date>
  /** The code did not reach anybody: another one may be asked for at once. */
  withdrawCode(invitationId: string): Promise<void>
  /** Takes a try. The last proof uses the invitation up, with an event in the audit log. */
  tryCode(trial: { invitationId: string; by: ProofWay; digest: Buffer; at: Date }, tries: number): Promise<CodeTrial>
  /** Has the invitation sent again, to the same address. @returns false when that was done too lately or too often */
  askAgain(signerId: string, at: Date): Promise<boolean>
}

export interface CodeMail {
  readonly id: string
  readonly person: { readonly name: string; readonly email: string; readonly language: string }
  readonly code: string
  readonly fileName: string
}

export interface InvitationWriter {
  code(mail: CodeMail): MailMessage
}

/** What a guest is told of an account. Made: their address has one; none: nothing is offered to them. */
export type AccountOffer =
  | { readonly state: 'offered' | 'made'; readonly loginName: string; readonly email: string }
  | { readonly state: 'none' }

export interface NewAccount {
  /** Of the guest who makes it. */
  readonly guestId: string
  /** GUID of the user whom it becomes. */
  readonly id: string
  /** What stands for the legal id. */
  readonly legalId: string
  readonly passwordHash: string
  readonly at: Date
}

export interface MadeAccount {
  readonly userId: string
  readonly legalId: string
  readonly tokenGeneration: number
  readonly loginName: string
}

export interface GuestAccountStore {
  offerTo(guestId: string): Promise<AccountOffer>
  /**
   * Makes the account, and all that waits for the address, or was signed with it, is its own: all of it or nothing. Of
   * two at once one makes it. @returns why it was not made otherwise: there is one already, or none is to be made
   */
  make(account: NewAccount): Promise<MadeAccount | 'made' | 'none'>
  /**
   * What was proved of a guest after their address had an account is that account's own, too.
   * @returns whether it was
   */
  join(guestId: string, at: Date): Promise<boolean>
}
