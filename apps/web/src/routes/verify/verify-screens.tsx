import { readVerificationCode } from '@rubrica/domain/verification-code'
import { FoundSignatures } from '../../features/signatures/found-signatures.tsx'
import { worstVerdict } from '../../features/signatures/verdict-of.ts'
import { CodedDocument, CodeForm } from '../../features/verify/code-part.tsx'
import { FilePart, type FoundViews } from '../../features/verify/file-part.tsx'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { PublicFrame } from './public-frame.tsx'

const foundViews: FoundViews = {
  show: (source, found) => <FoundSignatures {...{ source, found }} />,
  judge: worstVerdict,
}

/** /verify: a file, or a code. */
export function VerifyScreen() {
  const t = useText()
  const router = useRouter()
  return (
    <PublicFrame title={t('verify.title')} text={t('verify.lead')}>
      {portalConfig().verification ? (
        <>
          <FilePart views={foundViews} wanted={null} />
          <CodeForm typed="" onCode={(code) => void router.navigate({ to: '/v/$code', params: { code } })} />
        </>
      ) : (
        <Notice tone="info">{t('verify.off')}</Notice>
      )}
    </PublicFrame>
  )
}

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
          {({ Check }) => <FilePart views={foundViews} wanted={Check} />}
        </CodedDocument>
      )}
      <CodeForm key={params.code} typed={code === undefined ? params.code : ''} onCode={goTo} />
    </PublicFrame>
  )
}
