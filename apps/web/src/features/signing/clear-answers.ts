import { isOfTheCode } from '../../shared/accounts/provider-errors.ts'
import { isOfThePin } from './failure-scope.ts'
import type { StepAnswers } from './sign-calls.ts'

/** What is left of the answers after an error: nothing, unless it names the wrong one of them. */
export function answersAfter(error: unknown, answers: StepAnswers): StepAnswers {
  if (isOfTheCode(error)) return { ...answers, code: '' }
  if (isOfThePin(error)) return { ...answers, pin: '' }
  return { pin: '', code: '' }
}
