import type { SigningInput } from '@rubrica/providers/manifests'
import { isOfTheCode, isOfThePin } from '../accounts/provider-errors.ts'

/** What the person entered in each kind of step; empty where nothing was asked. */
export type StepAnswers = Readonly<Record<SigningInput, string>>

export const NO_ANSWERS: StepAnswers = { pin: '', code: '' }

/** What is left of the answers after an error: nothing, unless it names the wrong one of them. */
export function answersAfter(error: unknown, answers: StepAnswers): StepAnswers {
  if (isOfTheCode(error)) return { ...answers, code: '' }
  if (isOfThePin(error)) return { ...answers, pin: '' }
  return NO_ANSWERS
}
