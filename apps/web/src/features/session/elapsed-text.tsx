import { languageOf } from '@rubrica/domain'
import { loadCatalogue } from '@rubrica/locales/browser'
import { useEffect, useState } from 'react'
import { fillText, type Texts } from '../../shared/i18n/fill-text.ts'
import { storedLanguage } from '../../shared/i18n/initial-language.ts'
import { useText } from '../../shared/i18n/use-text.ts'

const MINUTE_MS = 60_000
const KEY = 'sessionExpired.ago'

/** Whether a language is stored that the portal does not speak. */
function isUnspoken(): boolean {
  const stored = storedLanguage()
  return stored !== null && languageOf(stored) === undefined
}

/** The Spanish texts for people of a language that the portal does not speak; undefined for all others. */
function useSpanish(): Texts | undefined {
  const [texts, setTexts] = useState<Texts>()
  useEffect(() => {
    if (isUnspoken()) void loadCatalogue('es', 'first').then(setTexts, () => undefined)
  }, [])
  return isUnspoken() ? texts : undefined
}

/** Whole minutes since `start`, counted anew each minute. */
function useMinutesSince(start: number): number {
  const [minutes, setMinutes] = useState(() => Math.floor((Date.now() - start) / MINUTE_MS))
  useEffect(() => {
    const clock = setInterval(() => setMinutes(Math.floor((Date.now() - start) / MINUTE_MS)), MINUTE_MS)
    return () => clearInterval(clock)
  }, [start])
  return minutes
}

/** How long ago the session ended; in Spanish where the portal does not speak the person's language (spec §9). */
export function ElapsedText({ since }: { since: number }) {
  const t = useText()
  const spanish = useSpanish()
  const facts = { count: useMinutesSince(since) }
  if (!spanish) return <>{t(KEY, facts)}</>
  return <span lang="es">{fillText({ language: 'es', texts: spanish }, KEY, facts)}</span>
}
