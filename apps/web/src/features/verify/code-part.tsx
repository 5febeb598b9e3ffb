import { ApiError } from '@rubrica/contract'
import { readVerificationCode } from '@rubrica/domain/verification-code'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileCheck2, Search } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { verificationCalls, type LookedUpCode } from '../../shared/api/verification.ts'
import { formatSignerTime } from '../../shared/i18n/formats.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { saveFile } from '../../shared/page-viewer/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { HolderForm } from './holder-form.tsx'
import styles from './verify.module.css'
import { workOut } from './work-out.ts'

/** Asks with the work that is demanded, if any is. @throws {ApiError} {NetworkError} */
async function withWork<T>(ask: (work?: string) => Promise<T>, code: string, signal?: AbortSignal): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VERIFICATION_WORK_NEEDED') throw error
    const { Challenge: challenge, Bits: bits } = error.details
    return ask(await workOut({ challenge: String(challenge), bits: Number(bits) }, code, signal))
  }
}

interface CodeFormProps {
  /** As it stands in the address. */
  typed: string
  onCode: (code: string) => void
}

/** Where a code is typed that was read off paper. */
export function CodeForm({ typed, onCode }: CodeFormProps) {
  const t = useText()
  const [value, setValue] = useState(typed)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = readVerificationCode(value)
    setWrong(code === undefined)
    if (code !== undefined) onCode(code)
  }
  return (
    <form className={styles.part} noValidate onSubmit={submit}>
      <TextField
        label={t('verify.code.label')}
        hint={t('verify.code.hint')}
        error={isWrong ? t('verify.code.invalid') : undefined}
        value={value}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        onChange={setValue}
      />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" icon={Search}>
          {t('verify.code.submit')}
        </Button>
      </div>
    </form>
  )
}

interface CodedDocumentProps {
  code: string
  /** What may be done with what is known, such as comparing a copy. */
  children: (document: LookedUpCode) => ReactNode
}

/** What is told of the document that a code leads to. */
export function CodedDocument({ code, children }: CodedDocumentProps) {
  const t = useText()
  const errorText = useErrorText()
  const [answer, setAnswer] = useState<string>()
  const asked = { Code: code, Answer: answer }
  const found = useQuery({
    queryKey: ['verification-code', code, answer],
    queryFn: ({ signal }) =>
      withWork((Work) => verificationCalls.lookUpCode({ body: { ...asked, Work }, signal }), code, signal),
    // What is known stays while an answer is judged.
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (found.isPending) return <BusyStatus words={t('verify.code.looking')}>{t('verify.code.mayTake')}</BusyStatus>
  if (found.error instanceof ApiError && found.error.code === 'VERIFICATION_CODE_UNKNOWN') {
    return <Notice tone="bad">{t('verify.code.unknown')}</Notice>
  }
  if (found.isError) return <Notice tone="bad">{errorText(found.error)}</Notice>
  return (
    <>
      <Told {...{ asked }} document={found.data} />
      <HolderForm question={found.data.Question} busy={found.isFetching} onAnswer={setAnswer} />
      {children(found.data)}
    </>
  )
}

interface ToldProps {
  asked: { Code: string; Answer: string | undefined }
  document: LookedUpCode
}

function Told({ asked, document }: ToldProps) {
  const t = useText()
  const errorText = useErrorText()
  const fetching = useMutation({
    mutationFn: () => withWork((Work) => verificationCalls.fetchByCode({ body: { ...asked, Work } }), asked.Code),
    onSuccess: (content) => saveFile({ DocContent: content, FileName: document.FileName ?? 'document.pdf' }),
  })
  const { Integrity: integrity, Signatures: signatures } = document
  const facts: (readonly [string, ReactNode])[] = [
    [t('verify.code.sent'), <Moment key="sent" time={document.SentAt} />],
    ...(document.EndedAt === null
      ? []
      : [[t('verify.code.ended'), <Moment key="ended" time={document.EndedAt} />] as const]),
    ...signatures.map(
      ({ Signer, SignedAt }, index) =>
        [
          t('verify.code.signature', { number: index + 1 }),
          <>
            {Signer}, <Moment time={SignedAt} />
          </>,
        ] as const,
    ),
  ]
  return (
    <div className={styles.part}>
      <div
        className={styles.verdict}
        data-tone={integrity === null || integrity === 'intact' ? 'info' : 'bad'}
        role="status"
      >
        <FileCheck2 size={28} aria-hidden />
        <div>
          <h2>{t(`verify.code.states.${document.State}`)}</h2>
          {integrity !== null && signatures.length > 0 && <p>{t(`verify.code.integrity.${integrity}`)}</p>}
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      {fetching.isError && <Notice tone="bad">{errorText(fetching.error)}</Notice>}
      {document.FileName !== null && (
        <div className={styles.actions}>
          <Button icon={Download} busy={fetching.isPending} onClick={() => fetching.mutate()}>
            {t('verify.code.fetch')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Moment({ time }: { time: string }) {
  return (
    <time className="num" dateTime={time}>
      {formatSignerTime(time)}
    </time>
  )
}
