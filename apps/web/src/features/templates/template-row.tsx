import { Archive, ArchiveRestore, ChevronDown, FileDown, History, Pencil, Share2, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { Menu, type MenuEntry } from '../../shared/ui/overlays/menu.tsx'
import { AboutDialog } from './about-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { TemplateItem } from './template-queries.ts'
import styles from './templates.module.css'
import { useArchiving, useExport } from './use-template-acts.ts'
import { VersionsDialog } from './versions-dialog.tsx'

interface TemplateRowProps {
  item: TemplateItem
  subscription: string | undefined
  chosen: Membership | undefined
}

type OpenDialog = 'about' | 'versions' | 'delete'

/** One template: what it asks for, and what may be done with it. */
export function TemplateRow({ item, subscription, chosen }: TemplateRowProps) {
  const t = useText()
  const formats = useFormats()
  const router = useRouter()
  const list = new Intl.ListFormat(useLanguage())
  const [open, setOpen] = useState<OpenDialog>()
  const archiving = useArchiving(item, subscription)
  const { download } = useExport(item, subscription)
  const { guid, name, roles, files, share, team, mayEdit, isOwn, ownerName, version, updatedAt, archivedAt } = item
  const isArchived = archivedAt !== null
  const entries: MenuEntry[] = [
    ...(mayEdit && !isArchived
      ? [
          {
            ...{ id: 'edit', label: t('templates.edit'), icon: Pencil },
            onChoose: () => void router.navigate({ to: '/send', search: { from: subscription, edit: guid } }),
          },
          { id: 'about', label: t('templates.nameAndShare'), icon: Share2, onChoose: () => setOpen('about') },
        ]
      : []),
    ...(isArchived
      ? []
      : [
          {
            ...{ id: 'bulk', label: t('bulkSends.fromTemplate'), icon: Table2 },
            onChoose: () => void router.navigate({ to: '/bulk', search: { from: subscription, template: guid } }),
          },
        ]),
    { id: 'versions', label: t('templates.versions'), icon: History, onChoose: () => setOpen('versions') },
    { id: 'export', label: t('templates.export'), icon: FileDown, onChoose: download },
    ...(mayEdit
      ? [
          {
            ...{ id: 'archive', icon: isArchived ? ArchiveRestore : Archive, onChoose: () => archiving.mutate() },
            label: t(isArchived ? 'templates.bringBack' : 'templates.archive'),
          },
          { id: 'delete', label: t('templates.delete'), icon: Trash2, onChoose: () => setOpen('delete') },
        ]
      : []),
  ]
  const close = () => setOpen(undefined)
  return (
    <li>
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
      <div className={styles.acts}>
        {!isArchived && (
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
