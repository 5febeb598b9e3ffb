import { readVerificationCode } from '@rubrica/domain'
import { CodedDocument, CodeForm } from '../../features/verify/code-part.tsx'
import { FilePart } from '../../features/verify/file-part.tsx'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { PublicFrame } from './public-frame.tsx'
import { foundViews } from './verify-screen.tsx'

/** /v/<code>: what is told of the document, and the place to compare a copy with it. */
export function CodeScreen({ params }: { params: { readonly code: string } }) {
  const t = useText()
  const router = useRouter()
  const code = readVerificationCode(params.code)
  const title = t('verify.code.title')
  if (!portalConfig().verification) {
    return (
      <PublicFrame {...{ title }} text={t('verify.code.lead')}>
        <Notice tone="info">{t('verify.off')}</Notice>
      </PublicFrame>
    )
  }
  const goTo = (other: string) => void router.navigate({ to: '/v/$code', params: { code: other } })
  return (
    <PublicFrame {...{ title }} text={code ?? t('verify.code.lead')}>
      {code === undefined && <Notice tone="bad">{t('verify.code.invalid')}</Notice>}
      {code !== undefined && (
        <CodedDocument key={code} code={code}>
          {({ Digest }) => <FilePart views={foundViews} wanted={Digest} />}
        </CodedDocument>
      )}
      <CodeForm key={params.code} typed={code === undefined ? params.code : ''} onCode={goTo} />
    </PublicFrame>
  )
}
