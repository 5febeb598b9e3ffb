import type { CheckedRequest } from './checked-request.ts'

/** What the steps that answer an application are given. */
export interface StepProps {
  request: CheckedRequest
  /** Of the person, who proves themselves with it once more. */
  password: string
  /** Called with the address at which the application waits for the answer. */
  onGranted: (address: string) => void
  onPasswordRefused: (error: Error) => void
  onRefuse: () => void
}
