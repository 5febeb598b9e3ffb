import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, useMemo, type ReactNode } from 'react'
import type { DetailTab } from '../../shared/document-parts/detail-panel.tsx'
import { DocumentFrame } from '../../shared/document-parts/document-frame.tsx'
import { useDocumentSignatures, type SignatureViews } from '../../shared/document-parts/use-document-signatures.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useDownload } from '../../shared/page-viewer/use-download.ts'
import { usePageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyFacts, CopyNotice } from './copy-facts.tsx'
import { copyInfoQuery, copyPages, copyQuery, copySignatures, downloadCopy, type DocumentCopy } from './copy-query.ts'

const PeopleTab = lazy(() =>
  import('../../shared/document-parts/people-tab.tsx').then((module) => ({ default: module.PeopleTab })),
)

interface CopyDetailProps {
  copyGuid: string
  /** The way back to the list. */
  back: ReactNode
  /** How the signatures that the file bears are shown. */
  signatures: SignatureViews
  /** What stands in the place of a copy that cannot be opened. */
  renderFailure: (failure: { error: Error | null; busy: boolean; onRetry: () => void }) => ReactNode
}

function useTabs(copyGuid: string, copy: DocumentCopy | undefined): readonly DetailTab[] {
  const t = useText()
  const query = copyInfoQuery(copyGuid)
  const { data: info } = useQuery({ ...query, enabled: copy !== undefined })
  const tabs: DetailTab[] = [
    { id: 'document', label: t('viewer.documentTab'), content: <CopyFacts copy={copy} /> },
    { id: 'signers', label: t('viewer.signersTab'), content: <PeopleTab query={query} show="signers" /> },
  ]
  if (info?.Signers.some(({ Approvers }) => Approvers.length > 0)) {
    const content = <PeopleTab query={query} show="approvers" />
    tabs.push({ id: 'approvers', label: t('viewer.approversTab'), content })
  }
  return tabs
}

function DownloadCopy({ copyGuid }: { copyGuid: string }) {
  const t = useText()
  const { download, isDownloading } = useDownload(() => downloadCopy(copyGuid))
  return (
    <Button size="large" icon={Download} busy={isDownloading} onClick={download}>
      {t('signing.download')}
    </Button>
  )
}

/** A document of which the person has a copy, as it is today: only to be read. */
export function CopyDetail({ copyGuid, back, signatures: views, renderFailure }: CopyDetailProps) {
  const viewer = usePageViewer(useMemo(() => copyPages(copyGuid), [copyGuid]))
  const row = useQuery(copyQuery(copyGuid))
  const { data: copy, error } = row
  const tabs = useTabs(copyGuid, copy)
  const source = useMemo(() => copySignatures(copyGuid), [copyGuid])
  const signatures = useDocumentSignatures(source, { views, enabled: viewer.hasPage && copy !== undefined })
  if (error && !copy) {
    return renderFailure({ error, busy: row.isFetching, onRetry: () => void row.refetch() })
  }
  return (
    <DocumentFrame
      {...{ viewer, back }}
      tabs={[...tabs, ...signatures.tabs]}
      notice={signatures.line}
      title={copy?.FileName}
      subtitle={copy?.SenderName}
      actions={null}
      footer={
        <CopyNotice copy={copy}>
          <DownloadCopy copyGuid={copyGuid} />
        </CopyNotice>
      }
    />
  )
}
