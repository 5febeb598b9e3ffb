import { createClient, type ClientOf } from '@rubrica/contract'
import { notificationContract } from '@rubrica/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import { clientSettings } from '../../shared/api/api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'

/** The calls of notices. Only their screen loads them. */
export const noticeCalls = createClient(notificationContract, clientSettings)

export type NoticeSettings = Awaited<ReturnType<ClientOf<typeof notificationContract>['notificationSettings']>>
export type PushDevice = NoticeSettings['Devices'][number]
export type MailChoices = NonNullable<NoticeSettings['Mails']>
export type QuietHours = NonNullable<NoticeSettings['QuietHours']>

export const noticesQuery = queryOptions({
  queryKey: queryKeys.notices,
  queryFn: ({ signal }) => noticeCalls.notificationSettings({ signal }),
})
