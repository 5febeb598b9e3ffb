import { Contacts } from '../../features/contacts/contacts.tsx'

export function ContactsScreen({ search }: { search: { from: string | undefined } }) {
  return <Contacts {...search} />
}
