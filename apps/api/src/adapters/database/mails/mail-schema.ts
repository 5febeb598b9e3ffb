import type { ColumnType, Generated } from 'kysely'
import type { MailState } from '@rubrica/domain'
import type { MailChoices } from '../../../modules/mail-choices.ts'
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

interface MailPartTable {
  mail_id: string
  part_id: string
  document_id: string | null
}

/** Columns are explained in migrations/m0081-gathered-mails.ts. */
interface MailChoiceTable {
  user_id: string
  choices: ColumnType<Partial<MailChoices['frequencies']>, string, string>
  time_zone: string
}

export interface MailTables {
  mail_parts: MailPartTable
  /** A view. */
  mails_about: MailPartTable
  mail_choices: MailChoiceTable
  mails: MailTable
  mail_answers: MailAnswerTable
}
