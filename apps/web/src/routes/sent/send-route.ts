import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const sendRoute = createRoute({
  path: '/send',
  title: 'titles.send',
  layout: shell,
  // What most people never open has its texts in a file of its own.
  enter: () => completeTexts('sending'),
  read: ({ from, draft, copy, with: file }) => ({
    from,
    draft,
    copy:
      copy === undefined
        ? undefined
        : { docGuid: copy, file: file === 'signed' ? ('signed' as const) : ('original' as const) },
  }),
  screen: async () => (await import('./send-screen.tsx')).SendScreen,
})
