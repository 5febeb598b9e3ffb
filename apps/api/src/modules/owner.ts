/** Who acts from outside: a program, or a person. */
export type Caller = { readonly clientId: string } | { readonly userId: string }

/** Whose a thing is that was sent or uploaded, within the subscription that it was sent for. */
export type Owner = Caller & { readonly subscriptionId: string }

/** Somebody as the rows of documents have them: a program, a person, or, with neither, the operator. */
interface Sender {
  readonly subscriptionId: string
  readonly clientId: string | null
  readonly userId: string | null
}

/** Of a row: at most one of the two is there. */
export type SenderColumns = Omit<Sender, 'subscriptionId'>

/** Who acts; undefined for the operator, who does so from inside. */
export const callerOf = ({ clientId, userId }: SenderColumns): Caller | undefined =>
  clientId !== null ? { clientId } : userId !== null ? { userId } : undefined

/** Whose a sender's uploads are. */
export function ownerOf(sender: Sender): Owner {
  const caller = callerOf(sender)
  if (!caller) throw new Error('The operator uploads nothing.')
  return { ...caller, subscriptionId: sender.subscriptionId }
}

/** A caller as the two columns of a row, of which one is null. */
export const callerColumns = (caller: Caller): { client_id: string | null; user_id: string | null } =>
  'clientId' in caller ? { client_id: caller.clientId, user_id: null } : { client_id: null, user_id: caller.userId }
