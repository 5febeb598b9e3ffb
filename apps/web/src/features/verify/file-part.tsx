import { ApiError } from '@rubrica/contract'
import { MOST_VERIFIED_BYTES } from '@rubrica/contract/verification'
import { useMutation } from '@tanstack/react-query'
import { FileCode2, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { FileFindings, SignaturesSource } from '../../shared/api/document-signatures.ts'
import { describeSize } from '../../shared/document-parts/describe-size.ts'
import { currentLanguage, findText } from '../../shared/i18n/language.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { saveFile } from '../../shared/page-viewer/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FileField } from '../../shared/ui/fields/file-field.tsx'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { Worst } from './verdict-of-file.ts'
import { Verdict } from './verdict.tsx'
import { fetchReport, pagesOf, verifyFile, type Verification } from './verify-file.ts'
import styles from './verify.module.css'

/** How signatures are shown and judged. */
export interface FoundViews {
  readonly show: (source: Pick<SignaturesSource, 'pages'>, found: FileFindings) => ReactNode
  readonly judge: (found: FileFindings) => Worst
}

interface FilePartProps {
  views: FoundViews
  /** SHA-256 of the document that a code leads to; null where there is none to compare with. */
  wanted: string | null
}

/** The field for a file, and what is found of the one that was given: the sentence that matters first. */
export function FilePart({ views, wanted }: FilePartProps) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const under = useRef<AbortController>(null)
  const verifying = useMutation({
    mutationFn: (given: File) => verifyFile(given, (under.current = new AbortController()).signal),
  })
  const most = describeSize(MOST_VERIFIED_BYTES, currentLanguage())
  const isTooLarge = file !== null && file.size > MOST_VERIFIED_BYTES
  const choose = (given: File | null) => {
    under.current?.abort()
    verifying.reset()
    setFile(given)
    if (given !== null && given.size <= MOST_VERIFIED_BYTES) verifying.mutate(given)
  }
  if (file !== null && verifying.data) {
    return <Result {...{ file, views, wanted }} result={verifying.data} onAgain={() => choose(null)} />
  }
  return (
    <div className={styles.part}>
      <FileField
        label={t(wanted === null ? 'verify.file' : 'verify.code.copy')}
        hint={t('verify.fileHint', { size: most })}
        error={isTooLarge ? t('verify.tooLarge', { size: most }) : undefined}
        accept="application/pdf,.pdf"
        file={file}
        onChange={choose}
      />
      {verifying.isPending && <BusyStatus words={t('verify.checking', { file: file?.name ?? '' })} />}
      {verifying.isError && <Failure error={verifying.error} />}
    </div>
  )
}

/** Why a file could not be verified; some refusals mean something else where things are signed. */
function Failure({ error }: { error: Error }) {
  const errorText = useErrorText()
  const own = error instanceof ApiError ? findText(`verify.errors.${error.code}`) : undefined
  return <Notice tone="bad">{own ?? errorText(error)}</Notice>
}

interface ResultProps extends FilePartProps {
  file: File
  result: Verification
  onAgain: () => void
}

function Result({ file, result, views, wanted, onAgain }: ResultProps) {
  const t = useText()
  const [key] = useState(() => crypto.randomUUID())
  const top = useRef<HTMLDivElement>(null)
  // Who listens hears the verdict first.
  useEffect(() => top.current?.focus(), [])
  const report = useMutation({
    mutationFn: () => fetchReport(file),
    onSuccess: (content) =>
      saveFile({ DocContent: content, FileName: `${file.name.replace(/\.pdf$/i, '')}.validation.xml` }),
  })
  const isSigned = result.Found.Signatures.length > 0
  return (
    <div className={styles.part}>
      <div ref={top} tabIndex={-1} className={styles.top}>
        <Verdict {...{ result, wanted }} worst={views.judge(result.Found)} fileName={file.name} />
      </div>
      {isSigned && (
        <section className={styles.found} aria-label={t('verify.signatures')}>
          {views.show({ pages: pagesOf(file, key) }, result.Found)}
        </section>
      )}
      {report.isError && <Failure error={report.error} />}
      <div className={styles.actions}>
        {isSigned && (
          <Button icon={FileCode2} busy={report.isPending} onClick={() => report.mutate()}>
            {t('verify.report')}
          </Button>
        )}
        <Button icon={RotateCcw} onClick={onAgain}>
          {t('verify.another')}
        </Button>
      </div>
    </div>
  )
}
