import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Sets the headers that keep a browser from doing more with an answer than it should. */
export async function secureAnswers(
  app: FastifyInstance,
  publicUrl: string,
  connectTo: readonly string[],
): Promise<void> {
  const isTls = publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...connectTo],
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
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', 'camera=(), microphone=(), payment=(), usb=()')
  })
}
