import { FILTER_DELAY_MS } from '@rubrica/domain'
import { useEffect, useRef, useState } from 'react'

interface TypedText {
  /** What the field shows. */
  readonly text: string
  readonly type: (text: string) => void
  /** Hands over at once what was typed, as on Enter or when the field is left. */
  readonly commit: () => void
  /** Drops what was typed and empties the value at once. */
  readonly clear: () => void
}

/**
 * What is being typed into a field whose value lives elsewhere. It is handed over, without the blanks around it, after
 * a pause in typing; a value that changes elsewhere replaces it. A blank at the end stays until the field is left: the
 * next word may follow it.
 */
export function useTypedText(value: string, onChange: (value: string) => void, delayMs = FILTER_DELAY_MS): TypedText {
  const [draft, setDraft] = useState<string | null>(null)
  const [sent, setSent] = useState(value)
  const [shown, setShown] = useState(value)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  if (shown !== value) {
    setShown(value)
    if (value !== sent) setDraft(null)
  }
  const handOver = (text: string) => {
    window.clearTimeout(timer.current)
    setSent(text.trim())
    if (text.trim() !== value) onChange(text.trim())
  }
  return {
    text: draft ?? value,
    type: (text) => {
      setDraft(text)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => handOver(text), delayMs)
    },
    commit: () => {
      if (draft === null) return
      setDraft(draft.trim())
      if (draft.trim() !== sent) handOver(draft)
    },
    clear: () => {
      setDraft(null)
      handOver('')
    },
  }
}
