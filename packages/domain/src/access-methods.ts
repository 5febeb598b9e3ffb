/** How the person came in; every sign and reject call says it (spec §3, §6). */
export const ACCESS_METHODS = ['USER_PASS', 'SSO', 'GOOGLE_ACCOUNT', 'MS_ACCOUNT', 'VID_WALLET', 'SAML'] as const
export type AccessMethod = (typeof ACCESS_METHODS)[number]
