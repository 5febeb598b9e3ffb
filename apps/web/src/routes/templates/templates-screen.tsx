import { Templates } from '../../features/templates/templates.tsx'

export function TemplatesScreen({ search }: { search: { from: string | undefined; isArchived: boolean } }) {
  return <Templates {...search} />
}
