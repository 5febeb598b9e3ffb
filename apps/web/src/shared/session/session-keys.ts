/**
 * The names under which the portal keeps its session in sessionStorage (spec §3). Where the specification says what is
 * kept but not under which name, the name is ours: those after `selectedSigners`.
 */
export const SESSION_KEYS = {
  environment: 'environment',
  userToken: 'userToken',
  /** Decoded once, and allowed by the server, when the person came in: who reads it need do neither again. */
  urlReturn: 'urlReturn',
  token: 'oauthTokenB64',
  accessMethod: 'AccessMethod',
  theme: 'appearanceConf',
  showApprovals: 'showApprovals',
  user: 'user',
  /** What the person chose to read in and their account does not know yet. */
  chosenLanguage: 'chosenLanguage',
  /** Which provider the browser went to, and with which state. */
  loginState: 'loginState',
  // What an application asked for at /signhash/cms.
  responseType: 'responseType',
  clientId: 'clientId',
  redirectUri: 'redirectUri',
  scope: 'scope',
  lang: 'lang',
  state: 'state',
  hash: 'hash',
  hashalgo: 'hashalgo',
  accountToken: 'token',
  credentialId: 'credentialID',
  numSignatures: 'numSignatures',
  description: 'description',
  codeChallenge: 'codeChallenge',
  codeChallengeMethod: 'codeChallengeMethod',
  requestUri: 'requestUri',
  /** In whose name calls are made, and until when. */
  office: 'actingFor',
  selectedSigners: 'docsSelectedSignerGUIString',
  selectedCertificate: 'docsSelectedCertificate',
  /** How far the signing of several documents is, for the page that is loaded in the middle of it. */
  batchUnderWay: 'docsBatchUnderWay',
  documentFilters: 'docsAdvancedFilters',
  documentPanel: 'docsAdvancedPanel',
  selectedApprovals: 'approvalsSelectedApproverGUIDString',
  approvalFilters: 'approvalsAdvancedFilters',
  approvalPanel: 'approvalsAdvancedPanel',
  approvalBanner: 'approvalsBannerClosed',
  historyPanel: 'historyAdvancedPanel',
  sentPanel: 'sentAdvancedPanel',
  documentMap: 'documentPageMap',
  certificatesTab: 'certificatesTab',
  /** A signature for which the browser is on the pages of Ivnosys, and the token that a log-in there came back with. */
  errand: 'ivnosysProcess',
  errandToken: 'ivnosysToken',
  /** The link of a program that the person came by, and what it leads back to. */
  signingLink: 'signingLink',
} as const
export type SessionKey = keyof typeof SESSION_KEYS

/** The language outlives the session, so it stands in localStorage. */
export const LANGUAGE_KEY = 'lang'

/**
 * Where the session waits, sealed, while the browser is on the pages of Ivnosys: in localStorage, since the way back
 * may lead to another tab (spec §4).
 */
export const COPIED_SESSION_KEY = 'ivnosysSession'
/** Whose consent this device remembers that signatures say where the person is: another one has not given it. */
export const LOCATION_CONSENT_KEY = 'signing.sharesLocation'
