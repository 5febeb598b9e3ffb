import type { SigningStep } from '@rubrica/providers/manifests'
import type { ComponentType } from 'react'
import { AskPin } from './ask-pin.tsx'
import type { StepFieldProps } from './step-field-props.ts'

/** The field of each kind of step that a provider's manifest may ask for. */
export const STEP_FIELDS: Readonly<Record<SigningStep['ask'], ComponentType<StepFieldProps>>> = {
  pin: AskPin,
}
