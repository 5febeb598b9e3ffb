import type { CscPorts } from './csc-ports.ts'
import type { CscVersion } from './csc-version.ts'

/** OIDs that RSA and EC keys sign with. */
const ALGORITHMS = [
  '1.2.840.113549.1.1.1',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
]

/** The answer of `info` (1.0.4.0 11.1, 2.0.0.2 11.1), the one call for everybody. */
export function describeService(
  { publicUrl }: Pick<CscPorts, 'publicUrl'>,
  version: CscVersion,
  methods: readonly string[],
): Record<string, unknown> {
  return {
    specs: version.specs,
    name: 'Rúbrica',
    // A JPEG or PNG, says 11.1.
    logo: `${publicUrl}/logo.png`,
    region: 'ES',
    lang: 'en-US',
    description: 'Signatures by people whose keys this server keeps',
    authType: ['oauth2code'],
    // “oauth2/authorize” and its siblings are below this address. Version 2 allows it or an issuer, never both.
    oauth2: oauthBase(publicUrl, version),
    methods,
    ...(version.id === 'v2' && {
      asynchronousOperationMode: false,
      validationInfo: false,
      signAlgorithms: { algos: ALGORITHMS },
      // It signs hashes only; what becomes of a document is the application's.
      signature_formats: { formats: [], envelope_properties: [] },
      conformance_levels: [],
    }),
  }
}

/** Also the name of the authorisation server in its metadata (RFC 8414). */
const oauthBase = (publicUrl: string, { id }: CscVersion): string => `${publicUrl}/csc/${id}`

/** RFC 8414. */
export function describeAuthorisationServer(
  { publicUrl }: Pick<CscPorts, 'publicUrl'>,
  version: CscVersion,
): Record<string, unknown> {
  const base = oauthBase(publicUrl, version)
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth2/authorize`,
    token_endpoint: `${base}/oauth2/token`,
    revocation_endpoint: `${base}/oauth2/revoke`,
    pushed_authorization_request_endpoint: `${base}/oauth2/pushed_authorize`,
    scopes_supported: ['service', 'credential'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256', 'plain'],
    authorization_details_types_supported: ['credential'],
  }
}
