import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field.tsx'
import { Select } from './select.tsx'

/** A choice out of a list with its label, hint and error; its children are the `<option>`s. */
export function SelectField({ label, hint, error, ...rest }: FieldProps & ComponentProps<typeof Select>) {
  return <FieldFrame {...{ label, hint, error }} control={(attributes) => <Select {...rest} {...attributes} />} />
}
