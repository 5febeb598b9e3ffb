import { Laptop, ShieldCheck, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { CertificateFacts } from '../../../shared/subject/holder-line.tsx'
import { Tag } from '../../../shared/ui/lists/tag.tsx'
import styles from '../signing.module.css'
import { certificateOf, wayName, type SigningWay } from './signing-ways.ts'

const ICONS = { certificate: ShieldCheck, errand: ShieldCheck, 'on-demand': Smartphone, local: Laptop } as const

interface ChoiceCardProps {
  offered: SigningWay
  /** Nothing above it says whose product it is. */
  namesProvider: boolean
  isLastUsed: boolean
  /** Signs as many documents as there are. */
  together: boolean
  name: string
  checked: boolean
  onChoose: () => void
}

/** What a way is, under its name. */
function WayFacts({ offered, namesProvider }: Pick<ChoiceCardProps, 'offered' | 'namesProvider'>) {
  const t = useText()
  const formats = useFormats()
  const usable = certificateOf(offered)
  if (!usable) return t(offered.kind === 'local' ? 'signing.wayLocal' : 'signing.wayOnDemand')
  const { certificate, manifest } = usable
  const end = certificate.ExpirationDate && t('signing.expires', { date: formats.date(certificate.ExpirationDate) })
  return [namesProvider && manifest.label, end].filter(Boolean).join(' · ')
}

/** One way to sign, as something to choose. */
export function ChoiceCard({ offered, namesProvider, isLastUsed, together, name, checked, onChoose }: ChoiceCardProps) {
  const t = useText()
  const facts = useId()
  const usable = certificateOf(offered)
  const Icon = ICONS[offered.kind]
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={checked}
        autoFocus={checked}
        aria-describedby={usable ? facts : undefined}
        onChange={onChoose}
      />
      <span className={styles.choiceText}>
        <span>
          <strong>{wayName(offered)}</strong> {isLastUsed && <Tag tone="good">{t('signing.lastUsed')}</Tag>}
        </span>
        <span className="muted">
          <WayFacts {...{ offered, namesProvider }} />
        </span>
        {usable && <CertificateFacts {...usable} id={facts} className="muted" />}
        {!together && <span className={styles.unavailable}>{t('batch.unavailableNote')}</span>}
      </span>
      <Icon size={20} aria-hidden />
    </label>
  )
}
