/** Who acts from outside: a program, or a person. */
export type Caller = { readonly clientId: string } | { readonly userId: string }

/** Whose a thing is that was sent or uploaded, within the subscription that it was sent for. */
export type Owner = Caller & { readonly subscriptionId: string }

/** A caller as the two columns of a row, of which one is null. */
export const callerColumns = (caller: Caller): { client_id: string | null; user_id: string | null } =>
  'clientId' in caller ? { client_id: caller.clientId, user_id: null } : { client_id: null, user_id: caller.userId }
