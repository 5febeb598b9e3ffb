import { FoundSignatures } from '../../features/signatures/found-signatures.tsx'
import { worstVerdict } from '../../features/signatures/verdict-of.ts'
import { CodeForm } from '../../features/verify/code-part.tsx'
import { FilePart, type FoundViews } from '../../features/verify/file-part.tsx'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { PublicFrame } from './public-frame.tsx'

export const foundViews: FoundViews = {
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
