import { lazy } from 'react'
import { isDecided } from '../../shared/api/decided.ts'
import type { DocumentInfo } from '../../shared/api/document-info.ts'
import type { OpenedDocument } from '../../shared/api/pending-documents.ts'
import type { DetailTab } from '../../shared/document-parts/detail-panel.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { documentInfoQuery } from './document-query.ts'
import { SignTab } from './sign-tab.tsx'

const PeopleTab = lazy(() =>
  import('../../shared/document-parts/people-tab.tsx').then((module) => ({ default: module.PeopleTab })),
)
const AttachmentsTab = lazy(() =>
  import('../../shared/document-parts/attachments-tab.tsx').then((module) => ({ default: module.AttachmentsTab })),
)

interface DetailTabsProps {
  docGuid: string
  document: OpenedDocument | null | undefined
  info: DocumentInfo | undefined
  /** What the person signs with, where there is nothing to choose. */
  alone: string | undefined
  onLeave: () => void
}

/** The tabs of a document: those about approvers and attachments only where there are such (spec §2). */
export function useDetailTabs({ docGuid, document, info, alone, onLeave }: DetailTabsProps): readonly DetailTab[] {
  const t = useText()
  const query = documentInfoQuery(docGuid)
  const tabs: DetailTab[] = [
    {
      id: 'sign',
      label: t(isDecided(document) ? 'viewer.documentTab' : 'viewer.signTab'),
      content: <SignTab document={document ?? undefined} {...{ alone, onLeave }} />,
    },
  ]
  // What others have done since is no longer told to who has rejected it.
  if (document?.Act !== 'Rejected') {
    tabs.push({ id: 'signers', label: t('viewer.signersTab'), content: <PeopleTab query={query} show="signers" /> })
  }
  if (info?.Signers.some((signer) => signer.Approvers.length > 0)) {
    tabs.push({
      id: 'approvers',
      label: t('viewer.approversTab'),
      content: <PeopleTab query={query} show="approvers" />,
    })
  }
  if (document?.SignerDTO.HasAttachment) {
    const content = <AttachmentsTab signerGuid={document.SignerDTO.SignerGUID} />
    tabs.push({ id: 'attachments', label: t('viewer.attachmentsTab'), content, wide: true })
  }
  return tabs
}
