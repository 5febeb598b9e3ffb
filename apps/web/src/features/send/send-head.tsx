import { BookmarkPlus, Files } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { SubscriptionChooser } from '../../shared/sending/subscription-chooser.tsx'
import type { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import type { Draft } from './draft.ts'

interface SendHeadProps {
  draft: Draft
  sending: ReturnType<typeof useSendingFrom>
  /** The subscription that is sent from, as the address says. */
  from: string | undefined
  /** What is put together is to become a template. */
  onSaveAs: () => void
}

/** What is put together, from which subscription, and the ways to the templates. */
export function SendHead({ draft, sending, from, onSaveAs }: SendHeadProps) {
  const t = useText()
  const router = useRouter()
  const isEdited = draft.template?.isEdited === true
  return (
    <ListHead title={isEdited ? t('templates.editTitle') : t('titles.send')} subtitle={headOf(draft, t)}>
      {!isEdited && (
        <>
          <Link to="/templates" search={{ from }} className={buttonClass()}>
            <Files size={18} aria-hidden />
            {t('titles.templates')}
          </Link>
          {draft.signers.length > 0 && (
            <Button icon={BookmarkPlus} onClick={onSaveAs}>
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
  )
}

function headOf({ template }: Draft, t: ReturnType<typeof useText>): string {
  if (!template) return t('send.lead')
  const { name, version, isEdited } = template
  if (!isEdited) return t('templates.from', { name, version })
  return template.guid === null ? t('templates.newLead') : t('templates.editLead', { name, version })
}
