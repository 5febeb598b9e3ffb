import { BULK_ROW_FIELDS, type BulkMapping, type BulkSend } from '@rubrica/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useRef, useState } from 'react'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { ifSeen, useKeepBulkSend } from './bulk-queries.ts'
import screen from '../../shared/sending/sender-screen.module.css'
import styles from './bulk-sends.module.css'
import { FilesField } from './files-field.tsx'
import { guessMapping } from './guess-mapping.ts'
import { RoleFields } from './role-fields.tsx'
import { SourceField } from './source-field.tsx'

interface MappingPartProps {
  bulk: BulkSend
  subscription: string | undefined
  /** To begin with. */
  template: string | undefined
}

type Template = Awaited<ReturnType<typeof senderApi.templates>>['data'][number]

/** From which template it is sent, and what the columns mean. It makes room for the rows once they are being checked. */
export function MappingPart({ bulk, subscription, template }: MappingPartProps) {
  const t = useText()
  const errorText = useErrorText()
  const { data, error } = useQuery({
    queryKey: [...queryKeys.bulkSends, 'templates', subscription],
    queryFn: ({ signal }) => senderApi.templates({ query: { subscription, limit: '200' }, signal }),
    staleTime: 0,
  })
  const [isOpen, setOpen] = useState(bulk.state === 'preparing')
  const head = useRef<HTMLElement>(null)
  const fold = () => {
    setOpen(false)
    head.current?.focus()
  }
  return (
    <Card className={screen.part} aria-labelledby="bulk-mapping">
      <details className={styles.folded} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={head}>
          <h2 id="bulk-mapping">{t('bulkSends.columns')}</h2>
        </summary>
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
        {!data && !error && <Loader />}
        {data && data.data.length === 0 && <Notice tone="info">{t('bulkSends.noTemplates')}</Notice>}
        {data && data.data.length > 0 && (
          <Form templates={data.data} {...{ bulk, subscription, template }} onChecked={fold} />
        )}
      </details>
    </Card>
  )
}

type Wish = Pick<BulkMapping, 'template' | 'roles' | 'fields' | 'files'>

function startOf({ mapping, columns }: BulkSend, templates: readonly Template[], wanted: string | undefined): Wish {
  if (mapping) {
    // The newest version of the template, whichever it was checked with.
    const { template, roles, fields, files } = mapping
    return { template, roles, fields, files }
  }
  const chosen = templates.find(({ guid }) => guid === wanted) ?? (templates.length === 1 ? templates[0] : undefined)
  return { template: chosen?.guid ?? '', files: [], ...guessMapping(columns, chosen?.roles ?? []) }
}

interface FormProps extends MappingPartProps {
  templates: readonly Template[]
  onChecked: () => void
}

function Form({ bulk, subscription, template, templates, onChecked }: FormProps) {
  const t = useText()
  const errorText = useErrorText()
  const keep = useKeepBulkSend()
  const [wish, setWish] = useState(() => startOf(bulk, templates, template))
  const chosen = templates.find(({ guid }) => guid === wish.template)
  const saving = useMutation({
    mutationFn: () =>
      senderApi.mapBulkSend({
        params: { bulkSendId: bulk.guid },
        query: { subscription },
        headers: ifSeen(bulk),
        body: { ...wish, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    onSuccess: async (kept) => {
      await keep(kept)
      onChecked()
    },
  })
  const { columns, state } = bulk
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate()
      }}
    >
      <SelectField
        label={t('bulkSends.template')}
        value={wish.template}
        onChange={(guid) => {
          const roles = templates.find((one) => one.guid === guid)?.roles ?? []
          setWish({ ...wish, template: guid, ...guessMapping(columns, roles) })
        }}
      >
        <option value="">{t('bulkSends.chooseTemplate')}</option>
        {templates.map(({ guid, name }) => (
          <option key={guid} value={guid}>
            {name}
          </option>
        ))}
      </SelectField>
      {chosen && <Meanings {...{ columns, subscription, wish }} roles={chosen.roles} onChange={setWish} />}
      {saving.error && <Notice tone="bad">{errorText(saving.error)}</Notice>}
      <div className={screen.acts}>
        <Button
          type="submit"
          kind={state === 'preparing' ? 'primary' : 'default'}
          icon={ListChecks}
          busy={saving.isPending || state === 'checking'}
          disabled={!chosen}
        >
          {t(state === 'preparing' ? 'bulkSends.check' : 'bulkSends.checkAgain')}
        </Button>
      </div>
    </form>
  )
}

interface MeaningsProps {
  columns: readonly string[]
  /** Of the template. */
  roles: Template['roles']
  subscription: string | undefined
  wish: Wish
  onChange: (wish: Wish) => void
}

/** What the columns mean for the roles of the template and for the document. */
function Meanings({ columns, roles, subscription, wish, onChange }: MeaningsProps) {
  const t = useText()
  return (
    <>
      <RoleFields
        columns={columns}
        names={roles}
        roles={wish.roles}
        onChange={(takers) => onChange({ ...wish, roles: takers })}
      />
      <fieldset className={styles.group}>
        <legend>{t('bulkSends.documentFields')}</legend>
        {BULK_ROW_FIELDS.map((field) => (
          <SourceField
            key={field}
            label={t(`bulkSends.fields.${field}`)}
            hint={field === 'deadline' ? t('bulkSends.deadlineHint') : undefined}
            columns={columns}
            isOnlyColumn={field === 'file'}
            source={wish.fields[field]}
            onChange={(source) => onChange({ ...wish, fields: { ...wish.fields, [field]: source } })}
          />
        ))}
      </fieldset>
      {wish.fields.file && (
        <FilesField {...{ subscription }} files={wish.files} onChange={(files) => onChange({ ...wish, files })} />
      )}
    </>
  )
}
