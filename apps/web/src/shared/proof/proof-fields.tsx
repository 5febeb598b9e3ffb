import type { SigningInput } from '@rubrica/providers/manifests'
import { useRef, type ComponentType } from 'react'
import { isOfTheCode, isOfThePin } from '../accounts/provider-errors.ts'
import { useTriesLeftText } from '../accounts/use-tries-left-text.ts'
import { useText } from '../i18n/use-text.ts'
import styles from './proof.module.css'
import { ResendCode } from './resend-code.tsx'
import type { StepAnswers } from './step-answers.ts'
import { AskCode } from './ask-code.tsx'
import { AskPin } from './ask-pin.tsx'
import type { StepFieldProps } from './step-field-props.ts'

/** The field of each kind of step that a provider's manifest may ask for. */
const STEP_FIELDS: Readonly<Record<SigningInput, ComponentType<StepFieldProps>>> = {
  pin: AskPin,
  code: AskCode,
}

/** A code that is on its way to the person. */
interface SentCode {
  /** Where to, mostly hidden; empty when nobody says. */
  readonly to: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What a certificate asks for. */
export interface Asked {
  readonly inputs: readonly SigningInput[]
  readonly code: SentCode | null
  /** Another code is on its way. */
  readonly sending: boolean
  /** Why what was typed before did not do, or null. */
  readonly error: unknown
}

/** Which of the fields an error is about. */
export function fieldOf(error: unknown): SigningInput | null {
  if (isOfThePin(error)) return 'pin'
  return isOfTheCode(error) ? 'code' : null
}

/** Where the code went. */
function SentTo({ code }: { code: SentCode }) {
  const t = useText()
  return <>{code.to === '' ? t('signing.codeSent') : t('signing.codeSentTo', { phone: code.to })}</>
}

interface ProofFieldsProps {
  asked: Asked
  answers: StepAnswers
  onAnswer: (part: Partial<StepAnswers>) => void
  errorText: (error: unknown) => string
  /** Has another code sent, and returns whether that went well. */
  onResend: () => Promise<boolean>
}

/** The fields of what has to be typed, in their order; an error stands beside its own, with the tries that are left. */
export function ProofFields({ asked, answers, onAnswer, errorText, onResend }: ProofFieldsProps) {
  const { inputs, code, error, sending } = asked
  const triesLeftText = useTriesLeftText()
  const wrong = fieldOf(error)
  const fieldError = [errorText(error), triesLeftText(error)].filter(Boolean).join('. ')
  const first = wrong !== null && inputs.includes(wrong) ? wrong : inputs[0]
  const codeField = useRef<HTMLInputElement>(null)
  // The button that had the focus is gone for a minute.
  const resend = async () => {
    if (await onResend()) codeField.current?.focus()
  }
  return inputs.map((input) => {
    const Field = STEP_FIELDS[input]
    return (
      <div key={input} className={styles.step}>
        <Field
          ref={input === 'code' ? codeField : undefined}
          value={answers[input]}
          onChange={(value) => onAnswer({ [input]: value })}
          error={wrong === input ? fieldError : undefined}
          hint={input === 'code' && code ? <SentTo code={code} /> : undefined}
          autoFocus={input === first}
        />
        {input === 'code' && code && <ResendCode sentAt={code.at} busy={sending} onResend={() => void resend()} />}
      </div>
    )
  })
}
