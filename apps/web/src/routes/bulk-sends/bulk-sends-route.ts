import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

const ofSenders = { layout: shell, title: 'titles.bulkSends', enter: () => completeTexts('sending') } as const

export const bulkSendsRoute = createRoute({
  ...ofSenders,
  path: '/bulk',
  screen: async () => (await import('../templates/sender-screens.ts')).bulkSendsScreen(),
})

export const bulkSendRoute = createRoute({
  ...ofSenders,
  path: '/bulk/$bulkSendId',
  screen: async () => (await import('../templates/sender-screens.ts')).bulkSendScreen(),
})
