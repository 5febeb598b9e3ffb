import { lazy, Suspense } from 'react'
import { completeTexts } from '../i18n/language.ts'
import { readSession } from '../session/session-store.ts'
import type { RemarkedPart } from './remark-calls.ts'

const Remarks = lazy(async () => {
  const [module] = await Promise.all([import('./remarks.tsx'), completeTexts('elsewhere')])
  return { default: module.Remarks }
})

interface RemarksPartProps {
  part: RemarkedPart
  /** As the list has it; of no server that does not know remarks. */
  mark: string | null | undefined
  /** It was decided: nothing more is said of it. */
  isDecided: boolean
}

/** Comes with the few documents that a deputy has said something of, and for deputies. */
export function RemarksPart({ part, mark, isDecided }: RemarksPartProps) {
  const mayRemark = !isDecided && readSession('office') !== null
  if (!mark && !mayRemark) return null
  return (
    <Suspense>
      <Remarks part={part} mayRemark={mayRemark} />
    </Suspense>
  )
}
