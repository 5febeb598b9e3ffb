/** Somebody to whom a document may be sent. */
export interface SuggestedPerson {
  readonly userId: string
  readonly name: string
  /** After the @ of the address that mails go to. */
  readonly mailDomain: string
  /** Whether they have something to sign with. */
  readonly canSign: boolean
  /** Whether the text is their whole e-mail address. */
  readonly hasAddress: boolean
}
