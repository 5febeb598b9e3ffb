import type { Generated } from 'kysely'
import type { MailState } from '@rubrica/domain'
import type { Instant } from '../column-types.ts'

interface MailTable {
  id: string
  name: string
  return_code: string
  part_id: string | null
  document_id: string | null
  address: string
  state: Generated<MailState>
  tries: Generated<number>
  created_at: Instant
  changed_at: Instant
}

interface MailAnswerTable {
  mail_id: string
  /** From 1. */
  number: number
  at: Instant
  state: MailState
  server: string
  code: number | null
  status: string | null
  words: string
}

export interface MailTables {
  mails: MailTable
  mail_answers: MailAnswerTable
}
