import { EllipsisVertical, UserCheck, UserPen } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Menu } from '../../../shared/ui/overlays/menu.tsx'
import type { SentSigner } from '../sent-queries.ts'
import type { OpenChange } from './open-change.ts'

interface SignerMenuProps {
  signer: SentSigner
  onChange: (change: OpenChange) => void
}

/** What can be changed about a signer who has not signed. */
export function SignerMenu({ signer: { guid, name }, onChange }: SignerMenuProps) {
  const t = useText()
  return (
    <Menu
      label={t('sent.change.changeFor', { name })}
      trigger={<EllipsisVertical size={20} aria-hidden />}
      entries={[
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
