import { languageOf } from '@rubrica/domain'
import { CopyPlus, UserPlus, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { completeTexts } from '../../../shared/i18n/language.ts'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useRouter } from '../../../shared/router/use-router.tsx'
import { Avatar } from '../../../shared/ui/avatar.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Tag } from '../../../shared/ui/lists/tag.tsx'
import { isChangeable, isUnsigned } from '../changes/may-change.ts'
import type { OpenChange } from '../changes/open-change.ts'
import { SignerMenu } from '../changes/signer-menu.tsx'
import type { SentApprover, SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { useSinceWords } from '../words/use-progress-words.ts'
import { isTheirTurn, stagesOf, standingOfApprover, standingOfSigner, type Stage } from './describe-people.ts'
import { MailLine } from './mail-line.tsx'
import styles from './people-card.module.css'

const SaveGroupDialog = lazy(() =>
  import('../../../shared/sending/contacts/save-group-dialog.tsx').then((module) => ({
    default: module.SaveGroupDialog,
  })),
)

/** Comes with the few signers who have named somebody else. */
const PassingWish = lazy(async () => {
  const [module] = await Promise.all([import('./passing-wish.tsx'), completeTexts('elsewhere')])
  return { default: module.PassingWish }
})

interface PersonProps {
  person: SentSigner | SentApprover
  standing: ReturnType<typeof standingOfSigner>
  /** Since when they can act. */
  since: string
}

/** How far somebody without an account has come. */
const markOf = ({ provedAt }: NonNullable<SentSigner['guest']>, isCalled: boolean) =>
  provedAt !== null ? 'confirmed' : isCalled ? 'invited' : 'noAccount'

/** Since when it is somebody's turn, how the mail to them fares, when they are reminded, or when they acted and why. */
function More({ person, since }: Omit<PersonProps, 'standing'>) {
  const t = useText()
  const guest = 'guest' in person ? person.guest : null
  const isCalled = 'calledAt' in person && person.calledAt !== null
  const formats = useFormats()
  const sinceWords = useSinceWords()
  return (
    <div className={styles.more}>
      {isTheirTurn(person) && <span className="muted">{t('sent.turn', { since: sinceWords(since) })}</span>}
      {guest && (
        <span className="muted">
          <bdi>{guest.email}</bdi> · {t(`guests.${markOf(guest, isCalled)}`)}
        </span>
      )}
      {person.mail && <MailLine mail={person.mail} isAwaited={isTheirTurn(person)} />}
      {person.nextReminderAt !== null && (
        <span className="muted">{t('sent.nextReminder', { when: formats.moment(person.nextReminderAt) })}</span>
      )}
      {person.operatedAt !== null && (
        <time className="muted num" dateTime={person.operatedAt}>
          {formats.moment(person.operatedAt)}
        </time>
      )}
      {person.deputy !== null && <span className="muted">{t('sent.byDeputy', { name: person.deputy })}</span>}
      {person.reason && <q className={styles.reason}>{person.reason}</q>}
    </div>
  )
}

/** Somebody and how far they are. */
function Person({ person, standing: { text, tone }, since }: PersonProps) {
  const t = useText()
  return (
    <div className={styles.person}>
      <Avatar name={person.name} />
      <strong>
        <bdi>{person.name}</bdi>
      </strong>
      <Tag tone={tone}>{t(text)}</Tag>
      <More person={person} since={since} />
    </div>
  )
}

interface PeopleCardProps {
  document: SentDocument
  place: SentPlace
  onChange: (change: OpenChange) => void
}

/** A signer, and below them who has to approve before. */
function Signer({ signer, document, place, onChange }: PeopleCardProps & { signer: SentSigner }) {
  const t = useText()
  const sentAt = document.uploadedAt
  const isIdle = signer.state === 'waiting' || signer.state === 'pending'
  const hasMenu = isChangeable(document) && isIdle
  return (
    <li className={styles.signer}>
      <div className={styles.slot}>
        <Person person={signer} standing={standingOfSigner(signer)} since={signer.calledAt ?? sentAt} />
        {hasMenu && <SignerMenu {...{ document, signer, place, onChange }} />}
      </div>
      {signer.passing && (
        <Suspense>
          <PassingWish {...{ document, signer, place }} passing={signer.passing} />
        </Suspense>
      )}
      {signer.approvers.length > 0 && (
        <ul className={styles.approvers} aria-label={t('viewer.approversOf', { name: signer.name })}>
          {signer.approvers.map((approver) => (
            <li key={approver.guid}>
              <Person person={approver} standing={standingOfApprover(approver)} since={sentAt} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function StageHead({ stage: { number, standing } }: { stage: Stage }) {
  const t = useText()
  return (
    <h3 className={styles.stage} data-standing={standing ?? undefined}>
      {t('sent.stage', { stage: number })} {standing && <span>{t(`sent.stages.${standing}`)}</span>}
    </h3>
  )
}

/** Everybody on the document by stage, how far each is, and whose turn it is. */
export function PeopleCard({ document, place, onChange }: PeopleCardProps) {
  const t = useText()
  const stages = stagesOf(document)
  return (
    <Card className={styles.people} aria-labelledby="sent-people">
      <h2 id="sent-people">{t('sent.people')}</h2>
      {stages.map((stage) => (
        <section key={stage.number}>
          {stages.length > 1 && <StageHead stage={stage} />}
          <ul>
            {stage.signers.map((signer) => (
              <Signer key={signer.guid} {...{ signer, document, place, onChange }} />
            ))}
          </ul>
        </section>
      ))}
      {isChangeable(document) && <Adding {...{ document, place, onChange }} />}
      <SaveAsGroup {...{ document, place }} />
    </Card>
  )
}

const facts = ({ email, phone, language }: NonNullable<SentSigner['guest']>) => ({
  email,
  phone: phone ?? '',
  language: languageOf(language) ?? ('' as const),
})

/** Keeps who signs as a group, from two people on. */
function SaveAsGroup({ document: { signers }, place }: Omit<PeopleCardProps, 'onChange'>) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const people = signers
    .filter(({ state }) => state !== 'replaced')
    .map(({ userId, name, guest }) => ({ userId, name, guest: guest && facts(guest) }))
  if (people.length < 2) return null
  return (
    <div className={styles.adding}>
      <Button icon={Users} onClick={() => setOpen(true)}>
        {t('contacts.saveAsGroup')}
      </Button>
      {isOpen && (
        <Suspense>
          <SaveGroupDialog {...{ people }} subscription={place.subscription} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The way to add somebody; once there is a signature, to a document of its own instead. */
function Adding({ document, place, onChange }: PeopleCardProps) {
  const t = useText()
  const router = useRouter()
  if (isUnsigned(document)) {
    return (
      <div className={styles.adding}>
        <Button icon={UserPlus} onClick={() => onChange({ kind: 'add' })}>
          {t('sent.change.addOpen')}
        </Button>
      </div>
    )
  }
  const search = { from: place.subscription, copy: place.docGuid, with: 'original' as const }
  return (
    <div className={styles.adding}>
      <p className="muted">{t('sent.change.signedAlready')}</p>
      <Button icon={CopyPlus} onClick={() => void router.navigate({ to: '/send', search })}>
        {t('sent.change.duplicate')}
      </Button>
    </div>
  )
}
