import type { ReactNode, Ref } from 'react'

/** What every field of a step is given. */
export interface StepFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string
  hint?: ReactNode
  /** Where the person types first. */
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}
