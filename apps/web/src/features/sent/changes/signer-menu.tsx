import { BellRing, EllipsisVertical, FileText, Layers, Mail, UserCheck, UserMinus, UserPen } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Menu, type MenuEntry } from '../../../shared/ui/overlays/menu.tsx'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { isUnsigned, signersOn, stageChoices } from './may-change.ts'
import type { OpenChange, SignerChange } from './open-change.ts'
import { useReminder } from './use-reminder.ts'

interface SignerMenuProps {
  document: SentDocument
  signer: SentSigner
  place: SentPlace
  onChange: (change: OpenChange) => void
}

const ICONS = { replace: UserPen, approvers: UserCheck, terms: FileText, stage: Layers, remove: UserMinus } as const

/** What may be changed about somebody at this moment. */
const kindsFor = (document: SentDocument, signer: SentSigner): readonly SignerChange[] => [
  'replace',
  'approvers',
  ...(signer.opened ? [] : ['terms' as const]),
  ...(stageChoices(document, signer).length > 1 ? ['stage' as const] : []),
  ...(isUnsigned(document) && signersOn(document).length > 1 ? ['remove' as const] : []),
]

/** What can be changed about a signer who has not signed. */
export function SignerMenu({ document, signer, place, onChange }: SignerMenuProps) {
  const t = useText()
  const { remind } = useReminder(place)
  const { guid, name, guest, state } = signer
  const entries = kindsFor(document, signer).map((kind): MenuEntry => ({
    id: kind,
    label: t(`sent.change.${kind}Open`),
    icon: ICONS[kind],
    onChoose: () => onChange({ kind, signerGuid: guid }),
  }))
  return (
    <Menu
      label={t('sent.change.changeFor', { name })}
      trigger={<EllipsisVertical size={20} aria-hidden />}
      entries={[
        ...entries,
        // Last, since it sends a mail at once. Whose turn it is not has nothing to be reminded of.
        ...(state === 'pending'
          ? [
              {
                id: 'remind',
                label: t(guest ? 'guests.again' : 'sent.change.remind'),
                icon: guest ? Mail : BellRing,
                onChoose: () => remind(signer),
              },
            ]
          : []),
      ]}
    />
  )
}
