import { hasNoLegalId } from '@rubrica/domain'
import { lazy, Suspense, useState } from 'react'
import { ownLegalId } from '../../shared/api/certificates.ts'
import { completeTexts } from '../../shared/i18n/language.ts'
import { readSelection } from '../../shared/selection/selection-store.ts'
import { CertificateSignDialog } from './certificate-sign-dialog.tsx'
import { groupDocuments } from './groups/group-documents.ts'
import { GroupsDialog } from './groups/groups-dialog.tsx'
import type { SignDialogProps } from './sign-dialog-props.ts'

// Its texts come with it: few accounts lack a legal id.
const EmailSignDialog = lazy(async () => {
  const [module] = await Promise.all([import('./guest/email-sign-dialog.tsx'), completeTexts('sending')])
  return { default: module.EmailSignDialog }
})

/** The dialog that signs, by what the person has and what is asked of them. */
export function SignDialog(props: SignDialogProps) {
  const [groups] = useState(() => groupDocuments(props.documents, readSelection().isMixed))
  if (hasNoLegalId(ownLegalId())) {
    return (
      <Suspense>
        <EmailSignDialog {...props} />
      </Suspense>
    )
  }
  return groups.length > 1 ? <GroupsDialog {...props} groups={groups} /> : <CertificateSignDialog {...props} />
}
