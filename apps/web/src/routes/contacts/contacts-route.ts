import { createRoute } from '../../shared/router/routes.ts'
import { ofSenders, senderScreen } from '../frame/of-senders.ts'

export const contactsRoute = createRoute({
  path: '/contacts',
  title: 'titles.contacts',
  ...ofSenders,
  read: ({ from }) => ({ from }),
  screen: senderScreen('contactsScreen'),
})
