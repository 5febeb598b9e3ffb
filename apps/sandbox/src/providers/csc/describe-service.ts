import type { CscVersion } from './csc-version.ts'
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.ts'

/** The answer of `info` (v1.0.4 11.1, v2 11.1), the one call that needs no log-in. */
export function describeService(url: string, version: CscVersion, methods: readonly string[]): Record<string, unknown> {
  const { rsa, ec } = SIGNATURE_ALGORITHMS
  return {
    specs: version.specs,
    name: 'SANDBOX TrustPRO',
    logo: 'https://sandbox.example/trustpro.png',
    region: 'ES',
    lang: 'en-US',
    description: 'A stand-in for a remote signing service, for development and tests',
    authType: ['basic', 'oauth2code', 'oauth2client'],
    oauth2: `${url}/csc/`,
    methods,
    ...(version.id === 'v2' && {
      asynchronousOperationMode: false,
      signAlgorithms: { algos: [...Object.keys(rsa), ...Object.keys(ec)] },
    }),
  }
}
