import type { BulkMapping } from '@rubrica/contract'
import { BULK_ROLE_PARTS } from '@rubrica/contract'
import { useText } from '../../shared/i18n/use-text.ts'
import styles from './bulk-sends.module.css'
import { SourceField } from './source-field.tsx'

type Roles = BulkMapping['roles']

interface RoleFieldsProps {
  columns: readonly string[]
  /** Of the template. */
  names: readonly string[]
  roles: Roles
  onChange: (roles: Roles) => void
}

/** Who takes each role of the template. */
export function RoleFields({ columns, names, roles, onChange }: RoleFieldsProps) {
  const t = useText()
  return names.map((name) => {
    const role = roles.find((one) => one.role === name) ?? { role: name }
    return (
      <fieldset key={name} className={styles.group}>
        <legend>{t('bulkSends.role', { name })}</legend>
        {BULK_ROLE_PARTS.map((part) => (
          <SourceField
            key={part}
            label={t(`bulkSends.parts.${part}`)}
            columns={columns}
            source={role[part]}
            onChange={(source) => {
              const others = roles.filter((one) => one.role !== name)
              onChange([...others, { ...role, [part]: source }])
            }}
          />
        ))}
      </fieldset>
    )
  })
}
