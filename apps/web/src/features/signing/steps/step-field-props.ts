/** What every field of a step is given. */
export interface StepFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string
}
