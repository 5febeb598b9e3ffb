/** What somebody may be in a subscription besides a member, who signs and approves. Nobody is one by default. */
export const ROLES = ['sender', 'template-editor', 'manager', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Roles that include what a sender may do. */
const SENDING: readonly Role[] = ['sender', 'template-editor', 'manager']

/** Whether somebody with these roles may send, and see and manage what they sent. */
export const maySend = (roles: readonly Role[]): boolean => roles.some((role) => SENDING.includes(role))

/** Whether somebody with these roles shares and changes templates of the subscription. */
export const editsTemplates = (roles: readonly Role[]): boolean =>
  roles.includes('template-editor') || roles.includes('manager')

/** Whether somebody with these roles sees everything that was sent from the subscription. */
export const seesEverything = (roles: readonly Role[]): boolean => roles.includes('manager')

/** What a program may do by a personal key, in the order in which it is asked for; an operator may allow it the same. */
export const KEY_SCOPES = [
  'documents:send',
  'documents:read',
  'documents:manage',
  'templates',
  'contacts',
  'bulk',
  'webhooks',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
