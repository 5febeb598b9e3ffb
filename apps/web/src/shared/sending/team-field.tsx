import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'
import { useText } from '../i18n/use-text.ts'
import { SelectField } from '../ui/fields/select-field.tsx'
import { senderApi } from './sender-api.ts'

const teamsQuery = (subscription: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.teams, { subscription }],
    queryFn: ({ signal }) => senderApi.teams({ query: { subscription }, signal }),
  })

interface Team {
  readonly guid: string
  readonly name: string
}

interface TeamFieldProps {
  subscription: string | undefined
  /** Its GUID; null for none. */
  value: string | null
  /** The team that it is shared with already, which may be none of the person's. */
  current?: Team | null
  /** What sharing means here. */
  hint?: string
  onChange: (team: string | null) => void
}

/** With which team something is shared; nothing where the person is in no team. */
export function TeamField({ subscription, value, current, hint, onChange }: TeamFieldProps) {
  const t = useText()
  const { data } = useQuery(teamsQuery(subscription))
  const own: readonly Team[] = data?.data ?? []
  const teams = current && !own.some(({ guid }) => guid === current.guid) ? [...own, current] : own
  if (teams.length === 0) return null
  return (
    <SelectField
      label={t('send.team')}
      hint={hint ?? t('send.teamHint')}
      value={value ?? ''}
      onChange={(team) => onChange(team === '' ? null : team)}
    >
      <option value="">{t('send.noTeam')}</option>
      {teams.map(({ guid, name }) => (
        <option key={guid} value={guid}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
