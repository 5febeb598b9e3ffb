import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong with the value; announced when it appears. */
  error?: ReactNode
}

interface FieldFrameProps extends FieldProps {
  /** Draws the control, which must take all three attributes. */
  control: (attributes: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
  /** Stands on the right under the control, as a counter does. */
  aside?: ReactNode
}

/** The label, hint and error around a control, tied to it for assistive technology. */
export function FieldFrame({ label, hint, error, control, aside }: FieldFrameProps) {
  const id = useId()
  const describedBy = [hint != null && `${id}-hint`, error != null && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {control({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error == null ? undefined : true,
      })}
      <div className={styles.notes}>
        <div>
          {hint != null && (
            <p id={`${id}-hint`} className={styles.hint}>
              {hint}
            </p>
          )}
          <div aria-live="polite">
            {error != null && (
              <p id={`${id}-error`} className={styles.error}>
                {error}
              </p>
            )}
          </div>
        </div>
        {aside}
      </div>
    </div>
  )
}

export const inputClass = styles.input
