import type { SendingDraft } from '@rubrica/contract'
import { useEffect, useRef, useState } from 'react'
import { useRouter } from '../../shared/router/use-router.tsx'
import { EMPTY_DRAFT, type Draft, type DraftTemplate } from './draft.ts'
import { draftOf } from './drafts/draft-content.ts'
import type { KeptStanding } from './drafts/draft-keeper.ts'
import { useDraftKeeper, useKeptStanding } from './drafts/use-draft-keeper.ts'
import { useUploads } from './files/use-uploads.ts'
import { useMeans } from './people/use-means.ts'

export interface SendFormStart {
  /** The subscription that is sent from, as the address says. */
  from: string | undefined
  opened: SendingDraft | undefined
  /** What it begins with when no draft is opened. */
  initial: Draft
  /** The form is about this draft from now on. */
  onBind: (id: string) => void
}

interface Addressed extends Pick<SendFormStart, 'from' | 'opened' | 'onBind'> {
  /** The draft that the form is about, once nobody would be asked whether to leave: only the address changes. */
  id: string | undefined
}

/** Has the address name the draft, so that a reload opens it. */
function useAddress({ id, from, opened, onBind }: Addressed) {
  const router = useRouter()
  const bound = useRef(opened?.id)
  useEffect(() => {
    if (id === undefined || id === bound.current) return
    // The person is on their way to another screen: the address is that one's.
    if (router.place.pathname !== '/send') return
    bound.current = id
    onBind(id)
    void router.navigate({ to: '/send', search: { from, draft: id }, replace: true, keepScroll: true })
  }, [id, onBind, router, from])
}

/** What is put together becomes a template of its own. */
const asTemplate = (draft: Draft): Draft => ({
  ...draft,
  deadline: undefined,
  template: {
    ...{ guid: null, version: 0, changes: 0, isEdited: true },
    name: draft.template?.name ?? draft.files[0]?.name.replace(/\.pdf$/i, '') ?? '',
    locks: draft.template?.locks ?? [],
    deadlineDays: draft.template?.deadlineDays,
  },
})

/** All of it is with the server, or there is nothing to keep. */
function isKept({ files, attachments }: Draft, kind: KeptStanding['kind']): boolean {
  const isUploading = [...files, ...attachments].some(({ state }) => state === 'uploading')
  return !isUploading && (kind === 'saved' || kind === 'empty' || kind === 'closed')
}

/** What is put together, and how it is kept. @param subscription what calls name */
export function useSendForm({ from, opened, initial, onBind }: SendFormStart, subscription: string | undefined) {
  const [draft, setDraft] = useState<Draft>(() => (opened ? draftOf(opened) : initial))
  const uploads = useUploads(setDraft, { subscription })
  const means = useMeans(draft, subscription)
  // A template that is changed is no draft: what is kept is what it was made of.
  const [sendable, setSendable] = useState<Draft>()
  const template = draft.template?.isEdited ? draft.template : undefined
  const keeper = useDraftKeeper({ draft: template ? (sendable ?? EMPTY_DRAFT) : draft, subscription, opened })
  const { kind, id } = useKeptStanding(keeper)
  const isSafe = isKept(draft, kind)
  const [savedTemplate, setSavedTemplate] = useState(false)
  const isLosing = template ? !savedTemplate && draft !== initial : !isSafe
  // While a template is put together whoever leaves is asked, and the draft is what they may come back to.
  useAddress({ id: kind === 'saved' && isSafe && !template ? id : undefined, from, opened, onBind })
  return {
    ...{ draft, setDraft, uploads, means, template, keeper, id },
    /** Whoever leaves now loses something. */
    isLosing,
    changeTemplate: (change: Partial<DraftTemplate>) =>
      setDraft((before) => ({ ...before, template: { ...before.template!, ...change } })),
    saveAsTemplate: () => {
      setSendable(draft)
      setDraft(asTemplate)
    },
    onTemplateSaved: () => setSavedTemplate(true),
    /** Back to what the template was made of; undefined where there is nothing to be sent. */
    backToSend: sendable && (() => setDraft(sendable)),
  }
}
