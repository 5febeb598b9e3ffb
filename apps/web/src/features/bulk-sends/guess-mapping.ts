import type { BulkMapping } from '@rubrica/contract'
import { BULK_ROLE_PARTS, BULK_ROW_FIELDS } from '@rubrica/contract'

export type RolePart = (typeof BULK_ROLE_PARTS)[number]
export type RowField = (typeof BULK_ROW_FIELDS)[number]
export type Source = NonNullable<BulkMapping['fields'][RowField]>

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What headings are called in the languages of the portal. */
const WORDS: Readonly<Record<RolePart | RowField, readonly string[]>> = {
  userId: [
    ...['user', 'user id', 'userid', 'user name', 'username', 'usuario', 'nombre de usuario', 'usuari'],
    ...['nom d usuari', 'benutzer', 'benutzername', 'utilisateur', 'nom d utilisateur'],
  ],
  legalId: ['nif', 'dni', 'nie', 'legal id', 'id number', 'ausweisnummer', 'numero d identite', 'documento'],
  email: ['email', 'e mail', 'mail', 'correo', 'correo electronico', 'correu', 'correu electronic', 'courriel'],
  name: ['name', 'nombre', 'nom', 'full name', 'nombre completo', 'vollstandiger name', 'nom complet'],
  phone: ['phone', 'telefono', 'telefon', 'mobile', 'movil', 'mobil', 'telephone'],
  language: ['language', 'idioma', 'llengua', 'sprache', 'langue'],
  title: ['title', 'titulo', 'titol', 'titel', 'titre', 'document', 'documento', 'dokument'],
  message: ['message', 'mensaje', 'missatge', 'nachricht'],
  deadline: ['deadline', 'until', 'fecha limite', 'plazo', 'termini', 'data limit', 'frist', 'echeance', 'date limite'],
  tags: ['tags', 'etiquetas', 'etiquetes', 'schlagworter', 'etiquettes'],
  file: ['file', 'archivo', 'fichero', 'fitxer', 'arxiu', 'datei', 'fichier', 'pdf'],
}

/**
 * What the columns may mean, by their headings. With several roles a column has to name the role too, as "Tenant
 * e-mail" does.
 */
export function guessMapping(
  columns: readonly string[],
  roles: readonly string[],
): Pick<BulkMapping, 'roles' | 'fields'> {
  const headings = columns.map(fold)
  const find = (what: RolePart | RowField, role?: string): Source | undefined => {
    const wanted = WORDS[what].flatMap((word) =>
      role === undefined ? [word] : [`${fold(role)} ${word}`, `${word} ${fold(role)}`],
    )
    const column = headings.findIndex((heading) => wanted.includes(heading))
    return column < 0 ? undefined : { column }
  }
  const parts = (role: string) =>
    BULK_ROLE_PARTS.map((part) => [part, find(part, role) ?? (roles.length === 1 ? find(part) : undefined)] as const)
  return {
    roles: roles.map((role) => ({ role, ...defined(parts(role)) })),
    fields: defined(BULK_ROW_FIELDS.map((field) => [field, find(field)] as const)),
  }
}

const defined = <Name extends string>(entries: readonly (readonly [Name, Source | undefined])[]) =>
  Object.fromEntries(entries.filter(([, source]) => source !== undefined)) as Partial<Record<Name, Source>>
