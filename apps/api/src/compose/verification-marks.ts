import { randomBytes } from 'node:crypto'
import { CODE_BYTES } from '@rubrica/domain/verification-code'
import { openVerificationCodes } from '../adapters/database/verification/verification-code-store.ts'
import type { MarkOf } from '../modules/verification-mark.ts'
import type { Foundation } from './foundation.ts'
import { addressOfCode } from './verification.ts'

/** Every document has a mark, unless nobody can look its code up, its subscription has none, or the sender has withdrawn it. */
export function composeMarks(foundation: Foundation): MarkOf {
  const { verification } = foundation.config
  if (!verification) return () => Promise.resolve(undefined)
  const codes = openVerificationCodes(foundation.database, foundation.serverKeys, verification.level)
  return async (documentId) => {
    const code = await codes.codeOf(documentId, () => randomBytes(CODE_BYTES))
    return code === undefined ? undefined : { code, address: addressOfCode(foundation, code) }
  }
}
