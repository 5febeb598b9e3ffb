import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { PreviewedDocument } from '../../../shared/document-parts/previewed-document.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import { SpokenIn } from '../../../shared/i18n/spoken-in.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Loader } from '../../../shared/ui/status/loader.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { Tabs } from '../../../shared/ui/tabs.tsx'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import type { Draft } from '../draft.ts'
import type { DraftKeeper } from '../drafts/draft-keeper.ts'
import { MailView, type DraftMail } from './mail-view.tsx'
import { orderSentence } from './order-sentence.ts'
import styles from './preview.module.css'
import { peopleOf, placesOf, type PreviewedPerson, type ReadyFile } from './previewed-people.ts'
import { usePreviewed } from './use-previewed.tsx'

/** Draws the screen of somebody, as it is told to everybody of their role. */
export type RenderPreview = (as: PreviewedPerson['as'], previewed: PreviewedDocument) => ReactNode

interface PreviewDialogProps {
  draft: Draft
  subscription: string | undefined
  keeper: DraftKeeper
  renderPreview: RenderPreview
  onClose: () => void
}

/** The mails about a file, once the draft is kept as it stands in the form. */
function useMails({ subscription, keeper }: PreviewDialogProps, file: ReadyFile) {
  return useQuery({
    queryKey: ['send', 'mails', subscription, file.key],
    queryFn: async ({ signal }) => {
      await keeper.settle()
      const draftId = keeper.standing.id
      if (draftId === undefined) return { senderName: '', logo: null, data: [] }
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return senderApi.draftMails({ params: { draftId }, query: { subscription, file: file.key, timeZone }, signal })
    },
    // The draft does not change under the dialog.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

function useOrderSentence(draft: Draft): string {
  const t = useText()
  const language = useLanguage()
  return orderSentence(draft, { t, list: (names) => new Intl.ListFormat(language).format(names) })
}

const readyFilesOf = ({ files }: Draft) => files.filter((one): one is ReadyFile => one.state === 'ready')

/** What each person will see and read, before anything is sent: their own screen, in their language, and their mail. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { draft, onClose } = props
  const t = useText()
  const files = readyFilesOf(draft)
  const people = peopleOf(draft)
  const [fileKey, setFile] = useState(files[0]!.key)
  const [personKey, setPerson] = useState(people[0]!.key)
  const file = files.find(({ key }) => key === fileKey) ?? files[0]!
  const index = Math.max(
    0,
    people.findIndex(({ key }) => key === personKey),
  )
  const go = (by: number) => setPerson(people[(index + by + people.length) % people.length]!.key)
  return (
    <Dialog
      light
      open
      size="full"
      onClose={onClose}
      title={t('preview.title')}
      description={useOrderSentence(draft)}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className={styles.preview}>
        <div className={styles.choice}>
          <IconButton icon={ChevronLeft} label={t('preview.before')} onClick={() => go(-1)} />
          <SelectField label={t('preview.person')} value={people[index]!.key} onChange={setPerson}>
            {people.map(({ key, as, name, signer }) => (
              <option key={key} value={key}>
                {t(`preview.${as}`, { name, signer: signer?.name })}
              </option>
            ))}
          </SelectField>
          <IconButton icon={ChevronRight} label={t('preview.after')} onClick={() => go(1)} />
          {files.length > 1 && (
            <SelectField label={t('preview.file')} value={file.key} onChange={setFile}>
              {files.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        <Views {...props} file={file} person={people[index]!} />
      </div>
    </Dialog>
  )
}

interface ViewsProps extends PreviewDialogProps {
  file: ReadyFile
  person: PreviewedPerson
}

const isFor = (person: PreviewedPerson) => (mail: DraftMail) =>
  mail.as === person.as &&
  mail.person === person.userId &&
  (person.as !== 'approver' || mail.signer === person.signer?.userId)

function Views(props: ViewsProps) {
  const { file, person } = props
  const t = useText()
  const errorText = useErrorText()
  const own = useLanguage()
  // Whoever looks at the mails goes on doing so with the next person.
  const [view, setView] = useState('screen')
  const mails = useMails(props, file)
  const mail = mails.data?.data.find(isFor(person))
  if (mails.isPending) return <Loader />
  const senderName = mails.data?.senderName ?? ''
  const screen = (
    <ScreenView key={`${file.key} ${person.key}`} {...props} senderName={senderName} language={mail?.language ?? own} />
  )
  const text = mails.error ? (
    <Notice tone="bad">{errorText(mails.error)}</Notice>
  ) : (
    <MailView mail={mail} person={person} logo={mails.data.logo} />
  )
  return (
    <Tabs
      label={t('preview.views')}
      className={styles.views}
      selected={view}
      onSelect={setView}
      items={[
        { id: 'screen', label: t('preview.screen'), content: screen },
        { id: 'mail', label: t('preview.mail'), content: text },
      ]}
    />
  )
}

interface ScreenViewProps extends ViewsProps {
  senderName: string
  language: DraftMail['language']
}

function ScreenView({ draft, file, person, subscription, senderName, renderPreview, language }: ScreenViewProps) {
  const t = useText()
  const [now] = useState(() => new Date())
  const previewed = usePreviewed({ draft, file, person, subscription, senderName, now })
  const words = person.signer && person.as === 'signer' ? placesOf(draft, file, person.signer).words : []
  return (
    <div className={styles.screen}>
      {person.as === 'signer' && (
        <p className="muted">
          {words.length > 0 && `${t('preview.words', { words: words.join(' · ') })} `}
          {previewed.places.length > 0 && t('preview.picture', { name: person.name })}
        </p>
      )}
      <SpokenIn language={language} fallback={<Loader />}>
        <div className={styles.frame} lang={language}>
          {renderPreview(person.as, previewed)}
        </div>
      </SpokenIn>
    </div>
  )
}
