/**
 * Work that a browser does before a further code is looked up, where somebody tries many: it looks for a number that
 * gives a hash many zeros in front. Nobody else is asked for it, as with a captcha.
 */
import { createHash } from 'node:crypto'
import type { ServerKeys } from '../../ports/server-keys.ts'

/** Zeros in front, in bits: about a second of a phone. */
export const WORK_BITS = 16
/** How long a challenge may be answered. */
const LIFE_MS = 5 * 60_000
/** What the moment in a challenge is bound to. */
const BINDING = 'verification-work'

export interface WorkIssuer {
  /** The moment, wrapped: every machine of the installation can read it, and nothing is kept. */
  challenge(at: Date): Promise<string>
  /** Whether `<challenge>.<number>` was worked out for this code, from a fresh challenge of ours. */
  isDone(answer: { readonly work: string; readonly code: string }, at: Date): Promise<boolean>
}

export function openWork(keys: Pick<ServerKeys, 'wrap' | 'unwrap'>): WorkIssuer {
  const momentOf = async (challenge: string): Promise<number> => {
    try {
      return Number(Buffer.from(await keys.unwrap(Buffer.from(challenge, 'base64url'), BINDING)).toString('latin1'))
    } catch {
      return NaN
    }
  }
  return {
    challenge: async (at) => {
      const wrapped = await keys.wrap(Buffer.from(String(at.getTime()), 'latin1'), BINDING)
      return Buffer.from(wrapped).toString('base64url')
    },
    isDone: async ({ work, code }, at) => {
      const [, challenge] = /^([\w-]{20,180})\.\d{1,12}$/.exec(work) ?? []
      // Cheap first: whoever has not worked costs us nothing more.
      if (challenge === undefined || !isWorkedOut(work, code)) return false
      const age = at.getTime() - (await momentOf(challenge))
      return age >= 0 && age <= LIFE_MS
    },
  }
}

/** The hash is over `<challenge>.<number>.<code>`: what was worked out opens one look-up of one code. */
function isWorkedOut(work: string, code: string): boolean {
  const first = createHash('sha256').update(`${work}.${code}`).digest().readUInt32BE(0)
  return Math.clz32(first) >= WORK_BITS
}
