import type { SendingDraft } from '@rubrica/contract'
import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Files } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { today } from '../../shared/i18n/days.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { SubscriptionChooser } from '../../shared/sending/subscription-chooser.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { EMPTY_DRAFT, isEmptyDraft, isLocked, type Draft, type DraftTemplate } from './draft.ts'
import { ConflictDialog } from './drafts/conflict-dialog.tsx'
import { draftOf } from './drafts/draft-content.ts'
import { DraftsList } from './drafts/drafts-list.tsx'
import { useDraftKeeper, useKeptStanding } from './drafts/use-draft-keeper.ts'
import { FilesPart } from './files/files-part.tsx'
import { useUploads } from './files/use-uploads.ts'
import { LeavingDialog } from './leaving-dialog.tsx'
import { OptionsPart } from './options-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { useMeans } from './people/use-means.ts'
import { PlacesPart } from './places/places-part.tsx'
import type { RenderPreview } from './preview/preview-dialog.tsx'
import { SendBar } from './send-bar.tsx'
import styles from './send.module.css'
import { LockedFiles } from './templates/locked-files.tsx'
import { LockedNote } from './templates/locked-note.tsx'
import { usePrefill, type StartWish } from './use-prefill.ts'

const TemplateBar = lazy(() =>
  import('./templates/template-bar.tsx').then((module) => ({ default: module.TemplateBar })),
)

interface SendProps {
  /** The subscription that is sent from, as the address says. */
  from: string | undefined
  /** The draft that is gone on with, as the address says. */
  draftId: string | undefined
  /** What it begins with. */
  copy: StartWish | undefined
  renderPreview: RenderPreview
}

/** Files, people, places and options, to be sent together. */
export function Send({ from, draftId, copy, renderPreview }: SendProps) {
  const errorText = useErrorText()
  const sending = useSendingFrom(from)
  if (sending.sending?.length === 0) return <NotASender />
  if (sending.error && !sending.sending) return <Notice tone="bad">{errorText(sending.error)}</Notice>
  // From which subscription has to be known before anything is kept there.
  if (!sending.sending) return null
  return <SendFrom key={sending.subscription} {...{ sending, from, draftId, copy, renderPreview }} />
}

interface SendFromProps extends SendProps {
  sending: ReturnType<typeof useSendingFrom>
}

/** Which draft the form is about: the address may name it later than the form does, and never makes the form anew then. */
function useForm(draftId: string | undefined) {
  const [form, setForm] = useState({ number: 0, opens: draftId, ids: [draftId] })
  const { ids } = form
  if (!ids.includes(draftId)) setForm({ number: form.number + 1, opens: draftId, ids: [draftId] })
  else if (ids.length > 1 && draftId === ids.at(-1)) setForm({ ...form, ids: [draftId] })
  return {
    ...form,
    bind: (id: string) => setForm((before) => ({ ...before, ids: [...before.ids, id] })),
    open: () => setForm((before) => ({ ...before, number: before.number + 1, opens: draftId })),
  }
}

function SendFrom({ sending, from, draftId, copy, renderPreview }: SendFromProps) {
  const t = useText()
  const errorText = useErrorText()
  const form = useForm(draftId)
  const { subscription } = sending
  const { opens } = form
  const opened = useQuery({
    queryKey: [...queryKeys.drafts, subscription, opens, form.number],
    queryFn: ({ signal }) => senderApi.draftStatus({ query: { subscription }, params: { draftId: opens! }, signal }),
    enabled: opens !== undefined,
    // What is shown goes into a form, which is not made anew while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  // Once it is a draft, that is what is gone on with.
  const prefill = usePrefill(opens === undefined ? copy : undefined, subscription, sending.chosen !== undefined)
  if (prefill.error) return <Notice tone="bad">{errorText(prefill.error)}</Notice>
  if (opened.error) {
    return (
      <Notice tone="bad">
        {errorText(opened.error)}{' '}
        <Link to="/send" search={{ from, draft: undefined }} className={buttonClass({ size: 'small' })}>
          {t('send.drafts.startNew')}
        </Link>
      </Notice>
    )
  }
  if (opens !== undefined && !opened.data) return null
  if (opens === undefined && copy && !prefill.data) return <Loader />
  return (
    <SendForm
      key={form.number}
      {...{ sending, from, renderPreview }}
      opened={opens === undefined ? undefined : opened.data}
      initial={prefill.data ?? EMPTY_DRAFT}
      onBind={form.bind}
      onTake={form.open}
    />
  )
}

interface SendFormProps extends Omit<SendFromProps, 'draftId' | 'copy'> {
  opened: SendingDraft | undefined
  /** What it begins with when no draft is opened. */
  initial: Draft
  /** The form is about this draft from now on. */
  onBind: (id: string) => void
  /** The draft is opened anew. */
  onTake: () => void
}

interface Addressed extends Pick<SendFormProps, 'from' | 'opened' | 'onBind'> {
  /** The draft that the form is about, once nobody would be asked: the address changes, the screen does not. */
  id: string | undefined
}

/** Has the address name the draft, so that a reload opens it. */
function useAddress({ id, from, opened, onBind }: Addressed) {
  const router = useRouter()
  const bound = useRef(opened?.id)
  useEffect(() => {
    if (id === undefined || id === bound.current) return
    bound.current = id
    onBind(id)
    void router.navigate({ to: '/send', search: { from, draft: id }, replace: true, keepScroll: true })
  }, [id, onBind, router, from])
}

function SendForm({ sending, from, opened, initial, renderPreview, onBind, onTake }: SendFormProps) {
  const t = useText()
  const router = useRouter()
  const [draft, setDraft] = useState<Draft>(() => (opened ? draftOf(opened) : initial))
  const { subscription, chosen } = sending
  const uploads = useUploads(setDraft, { subscription })
  const means = useMeans(draft, subscription)
  // A template that is changed is no draft: what is kept is what it was made of.
  const [sendable, setSendable] = useState<Draft>()
  const template = draft.template?.isEdited ? draft.template : undefined
  const keeper = useDraftKeeper({ draft: template ? (sendable ?? EMPTY_DRAFT) : draft, subscription, opened })
  const { kind, id } = useKeptStanding(keeper)
  const isUploading = [...draft.files, ...draft.attachments].some(({ state }) => state === 'uploading')
  const isSafe = !isUploading && (kind === 'saved' || kind === 'empty' || kind === 'closed')
  const [savedTemplate, setSavedTemplate] = useState(false)
  const isLosing = template ? !savedTemplate && draft !== initial : !isSafe
  const changeTemplate = (change: Partial<DraftTemplate>) =>
    setDraft((before) => ({ ...before, template: { ...before.template!, ...change } }))
  useAddress({ id: kind === 'saved' && isSafe ? id : undefined, from, opened, onBind })
  return (
    <>
      <ListHead title={template ? t('templates.editTitle') : t('titles.send')} subtitle={headOf(draft, t)}>
        {!template && (
          <>
            <Link to="/templates" search={{ from }} className={buttonClass()}>
              <Files size={18} aria-hidden />
              {t('titles.templates')}
            </Link>
            {draft.signers.length > 0 && (
              <Button
                icon={BookmarkPlus}
                onClick={() => {
                  setSendable(draft)
                  setDraft(asTemplate)
                }}
              >
                {t('templates.saveAs')}
              </Button>
            )}
          </>
        )}
        <SubscriptionChooser
          from={sending}
          onChoose={(guid) => void router.navigate({ to: '/send', search: { from: guid, draft: undefined } })}
        />
      </ListHead>
      <div className={styles.parts}>
        {isEmptyDraft(draft) && id === undefined && <DraftsList subscription={subscription} from={from} />}
        <Part id="send-files" title={t('send.files')}>
          {isLocked(draft, 'files') ? (
            <LockedFiles draft={draft} onChange={setDraft} />
          ) : (
            <FilesPart {...{ draft, subscription, uploads }} onChange={setDraft} />
          )}
        </Part>
        <Part id="send-people" title={t('send.people')}>
          <PeoplePart {...{ draft, subscription, chosen, means }} onChange={setDraft} />
        </Part>
        <Part id="send-places" title={t('send.places.title')}>
          {isLocked(draft, 'places') ? (
            <LockedNote>{t('templates.placesLocked')}</LockedNote>
          ) : (
            <PlacesPart draft={draft} subscription={subscription} onChange={setDraft} />
          )}
        </Part>
        <Part id="send-options" title={t('send.options')}>
          <OptionsPart
            draft={draft}
            today={today()}
            subscription={subscription}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
        </Part>
        {template ? (
          <Suspense>
            <TemplateBar
              {...{ draft, template, subscription, chosen }}
              onChange={changeTemplate}
              onBack={sendable && (() => setDraft(sendable))}
              onSaved={() => setSavedTemplate(true)}
            />
          </Suspense>
        ) : (
          <SendBar {...{ draft, subscription, chosen, keeper, means, renderPreview }} onSent={() => keeper.close()} />
        )}
      </div>
      <LeavingDialog isChanged={isLosing} />
      <ConflictDialog
        keeper={keeper}
        onTake={() => {
          keeper.close()
          onTake()
        }}
      />
    </>
  )
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

function headOf({ template }: Draft, t: ReturnType<typeof useText>): string {
  if (!template) return t('send.lead')
  const { name, version, isEdited } = template
  if (!isEdited) return t('templates.from', { name, version })
  return template.guid === null ? t('templates.newLead') : t('templates.editLead', { name, version })
}

/** One of the parts of the page; what is missing leads to its heading. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card className={styles.part} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </Card>
  )
}
