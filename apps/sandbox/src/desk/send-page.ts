import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Language } from './choose-language.ts'
import { PHONE_SCRIPT } from './phone-script.ts'
import { PAGE_STYLE } from './render-page.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STYLE_HASH = hashOf(PAGE_STYLE)

export interface Page {
  readonly language: Language
  readonly html: string
  /** The one script that may run; the desk's own when absent. */
  readonly script?: string
  /** Where its forms, and what they are redirected to, may lead; the sandbox itself when absent. */
  readonly formTargets?: string
  readonly referrerPolicy?: string
}

/** Sends a page of which no part comes from elsewhere: its own style and script, and pictures that mails carry. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { language, html, script = PHONE_SCRIPT, formTargets = "'self'" } = page
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    'img-src data:',
    "frame-src 'self'",
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-language', language)
      .header('vary', 'accept-language')
      .header('content-security-policy', policy.join('; '))
      // With a stricter policy a form would not tell where it comes from.
      .header('referrer-policy', page.referrerPolicy ?? 'same-origin')
      .send(html)
  )
}
