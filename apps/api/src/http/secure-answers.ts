import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { PortalConfig } from '@rubrica/contract'

interface Portal {
  /** Names the origins that its pages may call besides us. */
  readonly addresses: PortalAddresses
  /** Digests of the scripts that stand in its pages, as words of a content security policy. */
  readonly scripts: readonly string[]
}
type PortalAddresses = Pick<PortalConfig, 'bases' | 'ipLookupUrl' | 'geoLookupUrl' | 'autofirmaLauncher'>

/** Sets the headers that keep a browser from doing more with an answer than it should. */
export function secureAnswers(app: FastifyInstance, publicUrl: string, portal: Portal): void {
  const isTls = publicUrl.startsWith('https:')
  // Made once: putting the policy together takes as long as looking the caller up.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...portal.scripts],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...foreignOrigins(portal.addresses)],
        // A hidden frame opens the address that starts Autofirma; nothing else is framed.
        'frame-src': ['afirma:'],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
      },
    },
    // Only over TLS: on a plain address the browser would lock itself out.
    hsts: isTls && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', 'camera=(), microphone=(), payment=(), usb=()')
    // Addresses name documents, and some lead to them.
    reply.raw.setHeader('x-robots-tag', 'noindex')
    setHeaders(request.raw, reply.raw, () => done())
  })
}

/** Autofirma answers on a random port of the person's own machine (never `localhost`: it refuses ::1). */
const AUTOFIRMA = 'wss://127.0.0.1:*'

/**
 * What the portal must be allowed to call besides us: other bases, look-ups, and the application on the person's PC.
 */
function foreignOrigins({ bases, ipLookupUrl, geoLookupUrl, autofirmaLauncher }: PortalAddresses): string[] {
  const addresses = [
    ...Object.values(bases).flatMap(({ main, identity }) => [main, identity]),
    ...[ipLookupUrl, geoLookupUrl, autofirmaLauncher ?? ''],
  ]
  const origins = addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin)
  return [...new Set([...origins, AUTOFIRMA])]
}
