import { createRoute } from '../../shared/router/routes.ts'
import { ofSenders, senderScreen } from '../frame/of-senders.ts'

export const templatesRoute = createRoute({
  path: '/templates',
  title: 'titles.templates',
  ...ofSenders,
  read: ({ from, archived }) => ({ from, isArchived: archived === 'true' }),
  screen: senderScreen('templatesScreen'),
})
