import { sql } from 'kysely'
import { maySend, ROLES } from '@rubrica/domain'

const SENDING = ROLES.filter((role) => maySend([role]))

/** Whether the endpoint `e` is told anything: it is on, and its owner is active and may send. */
export const IS_SERVED = sql<boolean>`(e.state = 'on'
  and (e.client_id is null or exists (select from clients c where c.id = e.client_id and c.active))
  and (e.user_id is null or exists (
    select from users u join user_subscriptions s on s.user_id = u.id
    where u.id = e.user_id and u.active and s.subscription_id = e.subscription_id and s.roles && ${SENDING})))`
