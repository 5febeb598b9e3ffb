import { createRoute } from '../../shared/router/routes.ts'
import type { RawSearch } from '../../shared/router/place.ts'
import { ofSenders } from '../frame/of-senders.ts'

/** `edit=new` begins a template; `version` is an earlier one to go on from. */
function readTemplate({ template, edit, version }: RawSearch) {
  const templateId = edit === 'new' ? undefined : (edit ?? template)
  if (edit === undefined && template === undefined) return undefined
  const shown = /^\d{1,6}$/.test(version ?? '') ? Number(version) : undefined
  return { templateId, version: shown, isEdited: edit !== undefined }
}

export const sendRoute = createRoute({
  path: '/send',
  title: 'titles.send',
  ...ofSenders,
  read: ({ from, draft, copy, with: file, template, edit, version }) => ({
    from,
    draft,
    copy:
      copy === undefined
        ? undefined
        : { docGuid: copy, file: file === 'signed' ? ('signed' as const) : ('original' as const) },
    template: readTemplate({ template, edit, version }),
  }),
  screen: async () => (await import('./send-screen.tsx')).SendScreen,
})
