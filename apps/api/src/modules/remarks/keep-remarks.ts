import { PortalError } from '@rubrica/domain'
import { principalOf, type Office } from '../substitutions/ports.ts'
import type { Remark, RemarkedPart, RemarkStore } from './ports.ts'

export interface KeepRemarks {
  readonly remarks: RemarkStore
  readonly now: () => Date
}

interface Caller {
  readonly userId: string
  readonly office?: Office | undefined
}

/** To the person of whom it is asked, and to whoever stands in for them. @throws {PortalError} NOT_FOUND */
export async function showRemarks(
  { remarks }: Pick<KeepRemarks, 'remarks'>,
  caller: Caller,
  part: RemarkedPart,
): Promise<readonly Remark[]> {
  const found = await remarks.of(principalOf(caller), part)
  if (!found) throw nothingAsked()
  return found
}

/**
 * Says something of a document in place of what was said before; nothing is said where it is neither checked nor has
 * words. What was decided stays as it was remarked on.
 * @throws {PortalError} NOT_FOUND also for who stands in for nobody
 */
export async function keepRemark(
  { remarks, now }: KeepRemarks,
  { userId, office }: Caller,
  { part, isChecked, text }: { part: RemarkedPart; isChecked: boolean; text: string },
): Promise<void> {
  if (!office) throw nothingAsked()
  const { principalId } = office
  if (!isChecked && text === '') return remarks.remove(principalId, part, userId)
  const isKept = await remarks.keep(principalId, part, { deputyId: userId, isChecked, text, at: now() })
  if (!isKept) throw nothingAsked()
}

const nothingAsked = () => new PortalError('NOT_FOUND', 'There is nothing at this address.')
