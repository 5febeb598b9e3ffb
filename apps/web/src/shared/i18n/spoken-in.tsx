import type { Language } from '@rubrica/domain'
import { Suspense, use, type ReactNode } from 'react'
import { readyTexts } from './language.ts'
import { SpokenHere } from './use-text.ts'

interface SpokenInProps {
  language: Language
  /** Stands there until the texts do. */
  fallback: ReactNode
  children: ReactNode
}

function Spoken({ texts, language, children }: Omit<SpokenInProps, 'fallback'> & { texts: Promise<boolean> }) {
  return use(texts) ? <SpokenHere value={language}>{children}</SpokenHere> : children
}

/** A part of the page in another language than the rest, as soon as its texts are there; else in that of the page. */
export function SpokenIn({ language, fallback, children }: SpokenInProps) {
  return (
    <Suspense fallback={fallback}>
      <Spoken texts={readyTexts(language)} language={language}>
        {children}
      </Spoken>
    </Suspense>
  )
}
