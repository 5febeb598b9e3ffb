import { BellRing, EllipsisVertical, Mail, UserCheck, UserPen } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Menu } from '../../../shared/ui/overlays/menu.tsx'
import type { SentPlace, SentSigner } from '../sent-queries.ts'
import type { OpenChange } from './open-change.ts'
import { useReminder } from './use-reminder.ts'

interface SignerMenuProps {
  signer: SentSigner
  place: SentPlace
  onChange: (change: OpenChange) => void
}

/** What can be changed about a signer who has not signed. */
export function SignerMenu({ signer, place, onChange }: SignerMenuProps) {
  const t = useText()
  const { remind } = useReminder(place)
  const { guid, name, guest, state } = signer
  return (
    <Menu
      label={t('sent.change.changeFor', { name })}
      trigger={<EllipsisVertical size={20} aria-hidden />}
      entries={[
        // Whose turn it is not has nothing to be reminded of.
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
        {
          id: 'replace',
          label: t('sent.change.replaceOpen'),
          icon: UserPen,
          onChoose: () => onChange({ kind: 'replace', signerGuid: guid }),
        },
        {
          id: 'approvers',
          label: t('sent.change.approversOpen'),
          icon: UserCheck,
          onChoose: () => onChange({ kind: 'approvers', signerGuid: guid }),
        },
      ]}
    />
  )
}
