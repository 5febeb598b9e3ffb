/** The names under which the portal keeps its session in sessionStorage (spec §3). */
export const SESSION_KEYS = {
  environment: 'environment',
  userToken: 'userToken',
  urlReturn: 'urlReturn',
  token: 'oauthTokenB64',
  accessMethod: 'AccessMethod',
  appearance: 'appearanceConf',
  showApprovals: 'showApprovals',
  user: 'user',
  selectedSigners: 'docsSelectedSignerGUIString',
} as const
export type SessionKey = keyof typeof SESSION_KEYS

/** The language outlives the session, so it stands in localStorage. */
export const LANGUAGE_KEY = 'lang'
