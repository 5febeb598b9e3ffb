import type { FastifyRequest } from 'fastify'

/** The first of these codings that the client reads (RFC 9110, 12.5.3); undefined when it reads none of them. */
export function codingOf<Coding extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly Coding[],
): Coding | undefined {
  const accepted = headers['accept-encoding'] ?? ''
  const isRead = (coding: string) => {
    const refused = String.raw`\s*;\s*q=0(?:\.0*)?(?![\d.])`
    return new RegExp(String.raw`(?<![\w-])${coding}(?![\w-])(?!${refused})`).test(accepted)
  }
  return offered.find(isRead)
}
