import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { TemplateItem } from './template-queries.ts'
import styles from './templates.module.css'

interface VersionsDialogProps {
  item: TemplateItem
  subscription: string | undefined
  onClose: () => void
}

/** Every version that a template had; an earlier one may be gone on from. */
export function VersionsDialog({ item, subscription, onClose }: VersionsDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const { moment } = useFormats()
  const { guid, name, mayEdit, archivedAt } = item
  const { data, error } = useQuery({
    queryKey: [...queryKeys.templates, 'versions', guid, item.version],
    queryFn: async ({ signal }) =>
      (await senderApi.templateVersions({ params: { templateId: guid }, query: { subscription }, signal })).data,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('templates.versionsOf', { name })}
      description={t('templates.versionsStay')}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {error && <Notice tone="bad">{errorText(error)}</Notice>}
      {!data && !error && <Loader />}
      {data && (
        <ol className={styles.versions} reversed>
          {data.map(({ version, madeBy, madeAt }) => (
            <li key={version}>
              <span>
                <b>{t('templates.version', { version })}</b>{' '}
                <span className="muted">
                  {moment(madeAt)} · {madeBy}
                </span>
              </span>
              {mayEdit && archivedAt === null && version < item.version && (
                <Link
                  to="/send"
                  search={{ from: subscription, edit: guid, version }}
                  className={buttonClass({ size: 'small' })}
                  aria-label={t('templates.goOnFrom', { version })}
                >
                  {t('templates.editThis')}
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
