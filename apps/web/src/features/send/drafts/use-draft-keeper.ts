import type { SendingDraft } from '@rubrica/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { isEmptyDraft, type Draft } from '../draft.ts'
import { contentOf } from './draft-content.ts'
import { DraftKeeper, type DraftCalls, type KeptStanding, type Timers } from './draft-keeper.ts'

const timers: Timers = {
  start: (run, ms) => window.setTimeout(run, ms),
  stop: (timer) => window.clearTimeout(timer as number | undefined),
}

const callsOf = (subscription: string | undefined): DraftCalls => ({
  create: (content, key) =>
    senderApi.createDraft({ query: { subscription }, headers: { 'idempotency-key': key }, body: { content } }),
  change: (draftId, version, content) =>
    senderApi.changeDraft({
      query: { subscription },
      params: { draftId },
      headers: { 'if-match': `"v${version}"` },
      body: { content },
    }),
  read: (draftId) => senderApi.draftStatus({ query: { subscription }, params: { draftId } }),
})

interface KeptDraft {
  readonly draft: Draft
  readonly subscription: string | undefined
  readonly opened: SendingDraft | undefined
}

/** Saves what stands in the form: a while after each change, and at once when the page is hidden or left. */
export function useDraftKeeper({ draft, subscription, opened }: KeptDraft): DraftKeeper {
  const [keeper] = useState(
    () => new DraftKeeper({ calls: callsOf(subscription), timers, now: () => new Date(), opened }),
  )
  useEffect(() => keeper.update(contentOf(draft), isEmptyDraft(draft)), [keeper, draft])
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && keeper.hurry()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('online', keeper.hurry)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('online', keeper.hurry)
      keeper.hurry()
    }
  }, [keeper])
  return keeper
}

export const useKeptStanding = (keeper: DraftKeeper): KeptStanding =>
  useSyncExternalStore(keeper.subscribe, () => keeper.standing)
