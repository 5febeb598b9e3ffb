import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileFindings, FoundSignature } from '../../shared/api/document-signatures.ts'
import { ChangesList } from '../../shared/document-parts/changes-list.tsx'
import { groupChanges } from '../../shared/document-parts/group-changes.ts'
import { formatSignerTime } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { CompareButton } from './compare-button.tsx'
import { versionsOf } from './count-versions.ts'
import styles from './signatures-tab.module.css'
import { verdictOf } from './verdict-of.ts'
import { findText } from '../../shared/i18n/language.ts'

/** The sentences for what is known of a signature; codes of tomorrow have general ones. */
function useSignatureWords() {
  const t = useText()
  return {
    /** Why it does not pass; undefined when it does. */
    reason: ({ Indication, SubIndication, Changes }: FoundSignature): string | undefined => {
      if (Indication === 'TOTAL-PASSED') return undefined
      // What was changed is listed already, and nothing of the signature itself is amiss.
      const isChanged = Changes.some(({ JustifiedBy }) => JustifiedBy === null)
      if (isChanged && SubIndication === 'SIG_CONSTRAINTS_FAILURE') return undefined
      const general = t(Indication === 'TOTAL-FAILED' ? 'signatures.reasons.FAILED' : 'signatures.reasons.OPEN')
      return SubIndication === null ? general : (findText(`signatures.reasons.${SubIndication}`) ?? general)
    },
    level: ({ Level }: FoundSignature): string => findText(`signatures.levels.${Level}`) ?? Level,
  }
}

/** Whether an authority that the portal trusts vouches for the signer; what did not pass says so only of the whole. */
function isTrusted({ Indication }: FoundSignature, { Trust }: FileFindings): boolean {
  return Indication === 'TOTAL-PASSED' || Trust === 'anchored'
}

interface SignatureProps {
  signature: FoundSignature
  found: FileFindings
}

const VERDICTS = {
  passed: { icon: ShieldCheck, tone: 'good', text: 'signatures.passed' },
  unconfirmed: { icon: ShieldQuestion, tone: undefined, text: 'signatures.unconfirmed' },
  open: { icon: ShieldQuestion, tone: 'warn', text: 'signatures.open' },
  changed: { icon: ShieldAlert, tone: 'bad', text: 'signatures.changed' },
  failed: { icon: ShieldAlert, tone: 'bad', text: 'signatures.notValid' },
} as const

function Head({ signature }: Pick<SignatureProps, 'signature'>) {
  const t = useText()
  const { icon: Icon, tone, text } = VERDICTS[verdictOf(signature)]
  const isTimestamp = signature.Kind === 'timestamp'
  return (
    <div className={styles.head} data-tone={tone ?? 'quiet'}>
      <Icon size={20} aria-hidden />
      <div>
        <h2>{signature.Signer ?? t('signatures.unknownSigner')}</h2>
        {isTimestamp && <p className="muted">{t('signatures.kindTimestamp')}</p>}
      </div>
      <Tag {...(tone && { tone })}>{t(text)}</Tag>
    </div>
  )
}

function Moment({ time, otherwise }: { time: string | null; otherwise: string }) {
  if (time === null) return <span className="muted">{otherwise}</span>
  return (
    <time className="num" dateTime={time}>
      {formatSignerTime(time)}
    </time>
  )
}

/** Levels of signatures that bear a time stamp, whether that could be checked or not. */
const STAMPED_LEVELS = ['PAdES-BASELINE-T', 'PAdES-BASELINE-LT', 'PAdES-BASELINE-LTA']

/** What of the document it covers. */
function useCoverage({ Revision, Changes }: FoundSignature, { Revisions, Signatures }: FileFindings): string {
  const t = useText()
  if (Revision === null) return t('signatures.coversNone')
  if (Revision === Revisions || Changes.length === 0) return t('signatures.coversAll')
  const versions = versionsOf(Signatures)
  const revision = versions.filter((version) => version <= Revision).length
  if (revision === versions.length) return t('signatures.coversLast')
  return t('signatures.coversPart', { revision, total: versions.length })
}

function Facts({ signature, found }: SignatureProps) {
  const t = useText()
  const { level, reason } = useSignatureWords()
  const coverage = useCoverage(signature, found)
  const why = reason(signature)
  const isTimestamp = signature.Kind === 'timestamp'
  const isStamped = STAMPED_LEVELS.includes(signature.Level)
  const facts: (readonly [string, ReactNode])[] = [
    ...(why === undefined ? [] : [[t('signatures.reason'), why] as const]),
    [
      t(isTimestamp ? 'signatures.time' : 'signatures.signedAt'),
      <Moment key="signed" time={signature.SignedAt} otherwise={t('signatures.noTime')} />,
    ],
    ...(isTimestamp
      ? []
      : [
          [
            t('signatures.provedAt'),
            <Moment
              key="proved"
              time={signature.ProvedAt}
              otherwise={t(isStamped ? 'signatures.stampOpen' : 'signatures.notProved')}
            />,
          ] as const,
        ]),
    [t('signatures.level'), level(signature)],
    [t('signatures.identity'), t(isTrusted(signature, found) ? 'signatures.trusted' : 'signatures.notTrusted')],
    [t('signatures.covers'), coverage],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Changes({ signature, onCompare }: Pick<SignatureProps, 'signature'> & { onCompare: () => void }) {
  const t = useText()
  const groups = groupChanges(signature.Changes)
  return (
    <div className={styles.changes}>
      <h3>{t('signatures.changes')}</h3>
      {groups.length === 0 ? (
        <p>{t('signatures.noChanges')}</p>
      ) : (
        <ChangesList groups={groups} label={t('signatures.changes')} />
      )}
      <CompareButton {...{ signature, onCompare }} />
    </div>
  )
}

/** One signature or time stamp with everything that is known of it; what is not allowed comes first. */
export function SignatureCard({ signature, found, onCompare }: SignatureProps & { onCompare: () => void }) {
  const isChanged = signature.Changes.some(({ JustifiedBy }) => JustifiedBy === null)
  const changes = <Changes {...{ signature, onCompare }} />
  return (
    <article className={styles.card} aria-label={signature.Signer ?? undefined}>
      <Head signature={signature} />
      {isChanged && changes}
      <Facts {...{ signature, found }} />
      {!isChanged && changes}
    </article>
  )
}
