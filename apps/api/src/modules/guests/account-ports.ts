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
