import { Archive, ArchiveRestore, FileDown, History, Pencil, Share2, Table2, Trash2 } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import type { MenuEntry } from '../../shared/ui/overlays/menu.tsx'
import type { TemplateItem } from './template-queries.ts'
import { useArchiving, useExport } from './use-template-acts.ts'

export type TemplateDialog = 'about' | 'versions' | 'delete'

/** What may be done with a template: fewer things with one that is archived, or of somebody else. */
export function useTemplateEntries(
  item: TemplateItem,
  subscription: string | undefined,
  onOpen: (dialog: TemplateDialog) => void,
): MenuEntry[] {
  const t = useText()
  const router = useRouter()
  const archiving = useArchiving(item, subscription)
  const { download } = useExport(item, subscription)
  const { guid, mayEdit, archivedAt } = item
  const isArchived = archivedAt !== null
  return [
    ...(mayEdit && !isArchived
      ? [
          {
            ...{ id: 'edit', label: t('templates.edit'), icon: Pencil },
            onChoose: () => void router.navigate({ to: '/send', search: { from: subscription, edit: guid } }),
          },
          { id: 'about', label: t('templates.nameAndShare'), icon: Share2, onChoose: () => onOpen('about') },
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
    { id: 'versions', label: t('templates.versions'), icon: History, onChoose: () => onOpen('versions') },
    { id: 'export', label: t('templates.export'), icon: FileDown, onChoose: download },
    ...(mayEdit
      ? [
          {
            ...{ id: 'archive', icon: isArchived ? ArchiveRestore : Archive, onChoose: () => archiving.mutate() },
            label: t(isArchived ? 'templates.bringBack' : 'templates.archive'),
          },
          { id: 'delete', label: t('templates.delete'), icon: Trash2, onChoose: () => onOpen('delete') },
        ]
      : []),
  ]
}
