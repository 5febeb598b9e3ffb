import type { SigningInput } from '@rubrica/providers/manifests'
import type { ComponentType } from 'react'
import { AskCode } from './ask-code.tsx'
import { AskPin } from './ask-pin.tsx'
import type { StepFieldProps } from './step-field-props.ts'

/** The field of each kind of step that a provider's manifest may ask for. */
export const STEP_FIELDS: Readonly<Record<SigningInput, ComponentType<StepFieldProps>>> = {
  pin: AskPin,
  code: AskCode,
}
