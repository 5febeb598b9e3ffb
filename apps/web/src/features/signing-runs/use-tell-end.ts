import { useEffect, useEffectEvent, useRef } from 'react'
import { reloadPendingDocuments } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { isFollowed } from '../../shared/signing-runs/followed-runs.ts'
import { countIn, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { showToast, type ToastTone } from '../../shared/ui/overlays/toast-store.ts'
import { useRunWords } from './use-run-words.ts'
import { endOf, type RunEnd } from './what-to-tell.ts'

const TONES: Readonly<Record<RunEnd, ToastTone>> = {
  all: 'success',
  partly: 'info',
  stopped: 'info',
  'given-up': 'error',
}

/** The list is loaded anew so often at most while documents leave it. */
const RELOAD_MS = 4000

/** Says in a toast how a run ended that this page has seen before, and keeps the list free of what it has signed. */
export function useTellEnd(run: SigningRun, onDetails: (runGuid: string) => void): void {
  const t = useText()
  const wordsOf = useRunWords()
  const before = useRef(run)
  const loaded = useRef({ signed: countIn(run, 'signed'), at: 0 })
  const reload = (signed: number) => {
    loaded.current = { signed, at: performance.now() }
    reloadPendingDocuments()
  }
  const look = useEffectEvent(() => {
    const hasEnded = before.current.EndedAt === null && run.EndedAt !== null
    before.current = run
    const signed = countIn(run, 'signed')
    const isDue = performance.now() - loaded.current.at > RELOAD_MS
    if (hasEnded || (signed > loaded.current.signed && isDue)) reload(signed)
    // Its own dialog tells it.
    if (!hasEnded || isFollowed(run.RunGUID)) return
    const end = endOf(run)
    const actions = end === 'all' ? [] : [{ label: t('runs.details'), run: () => onDetails(run.RunGUID) }]
    showToast(TONES[end], wordsOf(run), actions)
  })
  useEffect(() => look(), [run])
}
