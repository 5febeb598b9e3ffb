import { useQuery } from '@tanstack/react-query'
import { editsTemplates } from '@rubrica/domain'
import type { Membership } from '../api/memberships.ts'
import { useText } from '../i18n/use-text.ts'
import { SelectField } from '../ui/fields/select-field.tsx'
import { senderApi } from './sender-api.ts'

/** Who else sees something. */
export interface Sharing {
  readonly share: 'private' | 'team' | 'subscription'
  /** GUID; with a team. */
  readonly team?: string | undefined
}

interface ShareFieldsProps {
  sharing: Sharing
  subscription: string | undefined
  /** What is sent from; who only sends there shares nothing. */
  chosen: Membership | undefined
  onChange: (sharing: Sharing) => void
}

/** Asks who else sees something; nothing of who may share nothing. */
export function ShareFields({ sharing, subscription, chosen, onChange }: ShareFieldsProps) {
  const t = useText()
  const isEditor = chosen !== undefined && editsTemplates(chosen.Roles)
  const { data: teams = [] } = useQuery({
    queryKey: ['teams', subscription],
    queryFn: async ({ signal }) => (await senderApi.teams({ query: { subscription }, signal })).data,
    enabled: isEditor,
  })
  if (!isEditor) return null
  const shares = ['private', ...(teams.length > 0 ? (['team'] as const) : []), 'subscription'] as const
  return (
    <>
      <SelectField
        label={t('templates.share')}
        value={sharing.share}
        onChange={(chosenShare) => {
          const share = shares.find((one) => one === chosenShare) ?? 'private'
          onChange(share === 'team' ? { share, team: teams[0]?.guid } : { share })
        }}
      >
        {shares.map((share) => (
          <option key={share} value={share}>
            {t(`templates.shares.${share}`)}
          </option>
        ))}
      </SelectField>
      {sharing.share === 'team' && (
        <SelectField
          label={t('templates.team')}
          value={sharing.team ?? ''}
          onChange={(team) => onChange({ share: 'team', team })}
        >
          {teams.map(({ guid, name }) => (
            <option key={guid} value={guid}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
