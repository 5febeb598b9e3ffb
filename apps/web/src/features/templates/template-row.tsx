import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { Menu } from '../../shared/ui/overlays/menu.tsx'
import { AboutDialog } from './about-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { TemplateItem } from './template-queries.ts'
import styles from './templates.module.css'
import { useTemplateEntries, type TemplateDialog } from './use-template-entries.ts'
import { VersionsDialog } from './versions-dialog.tsx'

interface TemplateRowProps {
  item: TemplateItem
  subscription: string | undefined
  chosen: Membership | undefined
}

/** One template: what it asks for, and what may be done with it. */
export function TemplateRow({ item, subscription, chosen }: TemplateRowProps) {
  const t = useText()
  const [open, setOpen] = useState<TemplateDialog>()
  const { guid, name, archivedAt } = item
  const entries = useTemplateEntries(item, subscription, setOpen)
  const close = () => setOpen(undefined)
  return (
    <li>
      <About item={item} />
      <div className={styles.acts}>
        {archivedAt === null && (
          <Link
            to="/send"
            search={{ from: subscription, template: guid }}
            className={buttonClass({ kind: 'primary', size: 'small' })}
            aria-label={t('templates.useNamed', { name })}
          >
            {t('templates.use')}
          </Link>
        )}
        <Menu
          label={t('templates.moreNamed', { name })}
          trigger={
            <>
              <span aria-hidden>{t('sent.change.more')}</span> <ChevronDown size={18} aria-hidden />
            </>
          }
          entries={entries}
        />
      </div>
      {open === 'about' && <AboutDialog {...{ item, subscription, chosen }} onClose={close} />}
      {open === 'versions' && <VersionsDialog {...{ item, subscription }} onClose={close} />}
      {open === 'delete' && <DeleteDialog {...{ item, subscription }} onClose={close} />}
    </li>
  )
}

/** What it is called, what it asks for, and how old it is. */
function About({ item }: Pick<TemplateRowProps, 'item'>) {
  const t = useText()
  const formats = useFormats()
  const list = new Intl.ListFormat(useLanguage())
  const { name, roles, files, share, team, isOwn, ownerName, version, updatedAt } = item
  return (
    <div className={styles.about}>
      <span className={styles.name}>
        <b>{name}</b>
        {share !== 'private' && <Tag>{team?.name ?? t('templates.shares.subscription')}</Tag>}
      </span>
      <span className="muted">
        {roles.length > 0 ? t('templates.rolesAre', { roles: list.format(roles) }) : t('templates.noRoles')}
        {' · '}
        {files > 0 ? t('templates.files', { count: files }) : t('templates.noFiles')}
      </span>
      <span className="muted">
        {t('templates.versionIs', { version, when: formats.moment(updatedAt) })}
        {!isOwn && ` · ${ownerName}`}
      </span>
    </div>
  )
}
