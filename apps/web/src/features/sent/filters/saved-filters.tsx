import { ApiError } from '@rubrica/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../../shared/api/query-client.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Menu, type MenuEntry } from '../../../shared/ui/overlays/menu.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import styles from '../bulk/bulk.module.css'
import { countFilters, type SentFilters, type SentSearch } from '../list/sent-filters.ts'

type Saved = Awaited<ReturnType<(typeof senderApi)['savedFilters']>>['data'][number]

const savedQuery = (subscription: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.sent, 'filters', { subscription }],
    queryFn: ({ signal }) => senderApi.savedFilters({ query: { subscription }, signal }),
  })

const toSaved = ({
  name,
  state,
  person,
  tag,
  template,
  since,
  until,
  silent,
  mine,
}: SentFilters): Saved['filters'] => ({
  ...{ fileName: name, state, person, tag, template, from: since, to: until, silentDays: silent },
  needsMe: mine,
})

const fromSaved = ({
  fileName,
  state,
  person,
  tag,
  template,
  from,
  to,
  silentDays,
  needsMe,
}: Saved['filters']): SentFilters => ({
  ...{ name: fileName, state, person, tag, template, since: from, until: to, silent: silentDays, mine: needsMe },
})

interface SavedFiltersProps {
  search: SentSearch
  subscription: string | undefined
  onSearch: (search: SentSearch) => void
}

interface EntriesOf extends Pick<SavedFiltersProps, 'search' | 'onSearch'> {
  saved: readonly Saved[]
  /** The one that the list is narrowed to. */
  used: Saved | undefined
  onOpen: (wish: 'save' | Saved) => void
}

function useEntries({ saved, used, search, onSearch, onOpen }: EntriesOf): MenuEntry[] {
  const t = useText()
  const uses = saved.map((one) => ({
    id: one.guid,
    label: one.name,
    onChoose: () => onSearch({ ...fromSaved(one.filters), from: search.from }),
  }))
  const wish = used ?? (countFilters(search) > 0 ? 'save' : undefined)
  if (wish === undefined) return uses
  const label = wish === 'save' ? t('sent.filters.save') : t('sent.filters.edit', { name: wish.name })
  const line = { id: 'line', divider: true } as const
  return [...uses, ...(uses.length > 0 ? [line] : []), { id: 'wish', label, onChoose: () => onOpen(wish) }]
}

/** The filters that the person keeps: to use, to keep another one, and to rename or delete them. */
export function SavedFilters({ search, subscription, onSearch }: SavedFiltersProps) {
  const t = useText()
  const [open, setOpen] = useState<'save' | Saved>()
  const { data } = useQuery(savedQuery(subscription))
  const saved = data?.data ?? []
  const used = saved.find(({ filters }) => isSame(fromSaved(filters), search))
  const entries = useEntries({ saved, used, search, onSearch, onOpen: setOpen })
  if (entries.length === 0) return null
  return (
    <>
      <Menu
        label={t('sent.filters.title')}
        trigger={
          <>
            <Bookmark size={18} aria-hidden />{' '}
            <span className={styles.word} aria-hidden>
              {used?.name ?? t('sent.filters.title')}
            </span>{' '}
            <ChevronDown size={18} aria-hidden />
          </>
        }
        entries={entries}
      />
      {open !== undefined && (
        <FilterDialog
          {...{ search, subscription }}
          before={open === 'save' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

const textOf = ({ name, state, person, tag, template, since, until, silent, mine }: SentFilters) =>
  JSON.stringify([name, state, person, tag, template, since, until, silent, mine].map((value) => value ?? null))

const isSame = (one: SentFilters, other: SentFilters) => textOf(one) === textOf(other)

interface FilterDialogProps extends Omit<SavedFiltersProps, 'onSearch'> {
  /** The one that is renamed or deleted. */
  before: Saved | undefined
  onClose: () => void
}

function FilterDialog({ search, subscription, before, onClose }: FilterDialogProps) {
  const t = useText()
  const failureText = useFailureText()
  const [guid] = useState(() => before?.guid ?? crypto.randomUUID())
  const [name, setName] = useState(before?.name ?? '')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wish: 'save' | 'delete') => {
      const place = { params: { filterGuid: guid }, query: { subscription } }
      const filters = before?.filters ?? toSaved(search)
      if (wish === 'delete') await senderApi.deleteFilter(place)
      else await senderApi.saveFilter({ ...place, body: { name: name.trim(), filters } })
      await queryClient.invalidateQueries({ queryKey: [...queryKeys.sent, 'filters'] })
    },
    onSuccess: onClose,
  })
  const isFull = error instanceof ApiError && error.code === 'TOO_MANY_FILTERS'
  return (
    <Dialog
      open
      busy={isPending}
      onClose={onClose}
      title={before ? t('sent.filters.edit', { name: before.name }) : t('sent.filters.save')}
      onSubmit={() => {
        if (!isPending && name.trim() !== '') mutate('save')
      }}
      actions={
        <>
          {before && (
            <Button kind="danger-quiet" disabled={isPending} onClick={() => mutate('delete')}>
              {t('sent.filters.delete')}
            </Button>
          )}
          <Button disabled={isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isPending} disabled={name.trim() === ''}>
            {t('sent.filters.keep')}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{isFull ? t('sent.filters.full') : failureText(error)}</Notice>}
      <TextField label={t('sent.filters.name')} maxLength={100} value={name} onChange={setName} />
    </Dialog>
  )
}
