import type { FastifyReply } from 'fastify'

const POLICY = 'content-security-policy'
const NOBODY = "frame-ancestors 'none'"

/** Lets pages of these origins show this answer in a frame; without any, nobody may, as everywhere else. */
export function allowFrames({ raw }: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return
  const policy = String(raw.getHeader(POLICY))
  if (!policy.includes(NOBODY)) throw new Error('The policy says nothing of frames.')
  raw.setHeader(POLICY, policy.replace(NOBODY, `frame-ancestors ${origins.join(' ')}`))
  // It knows no list of origins; the policy, which does, is read by all browsers.
  raw.removeHeader('x-frame-options')
}
