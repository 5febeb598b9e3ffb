import type { ProgramProblem } from '@rubrica/contract'
import type { ProblemText } from './problem-text.ts'

/** Of templates, and of what is sent from them to the people of a sheet. */
export const TEMPLATE_TEXTS = {
  TEMPLATE_NOT_FOUND: {
    title: 'There is no such template',
    cause: 'No template that you may use has this id, or it has no such version. Others keep theirs to themselves.',
    cure: 'Take the id from the list of templates (GET /api/v1/templates), and the version from its versions.',
  },
  TEMPLATE_ARCHIVED: {
    title: 'The template is archived',
    cause: 'Nothing is sent from a template that was archived.',
    cure: 'Use another template, or have somebody who may change this one bring it back.',
  },
  TEMPLATE_IN_USE: {
    title: 'The template was sent from',
    cause: 'Documents keep the template and the version that they were sent from, so it cannot be deleted.',
    cure: 'Archive it: then nobody sends from it any more.',
  },
  TEMPLATE_TOO_LARGE: {
    title: 'The template is too large to be exported',
    cause: 'Its files together have more than 24 MiB (25,165,824 bytes).',
    cure: 'Make it anew where it is needed, from its content (GET /api/v1/templates/{id}) and its files.',
  },
  NOT_A_TEMPLATE_EDITOR: {
    title: 'You may not change what is shared',
    cause:
      'Templates that are shared belong to those who edit the templates of the subscription, or to the program that made them.',
    cure: 'Keep one of your own, or have an administrator give you the role of a template editor.',
  },
  TOO_MANY_TEMPLATES: {
    title: 'There are too many templates',
    cause: 'You have as many templates in this subscription as may be kept.',
    cure: 'Delete some that nothing was sent from. “Details” says how many there may be.',
  },
  WEBHOOK_NOT_FOUND: {
    title: 'There is no such webhook',
    cause: 'You have no webhook, or no message of it, with this id: it is somebody else’s, or was deleted.',
    cure: 'Take the id from the list of webhooks (GET /api/v1/webhooks). Messages are kept for 30 days.',
  },
  WEBHOOK_NOT_ON: {
    title: 'Nothing is sent to the webhook',
    cause: 'It was switched off, or disabled since messages did not arrive: “Details” says which.',
    cure: 'Switch it on first: PATCH with "state": "on".',
  },
  TOO_MANY_WEBHOOKS: {
    title: 'There are too many webhooks',
    cause: 'You have as many webhooks in this subscription as there may be.',
    cure: 'Delete one. “Details” says how many there may be.',
  },
  BULK_SEND_NOT_FOUND: {
    title: 'There is no such bulk send',
    cause: 'You have no bulk send with this id: it is somebody else’s, was deleted, or its time is over.',
    cure: 'Take the id from the list of bulk sends (GET /api/v1/bulk).',
  },
  BULK_ROW_NOT_FOUND: {
    title: 'The sheet has no such row',
    cause: 'Rows have the numbers that a spreadsheet shows; the headings and empty rows are none.',
    cure: 'Take the number from the list of rows.',
  },
  BULK_SEND_STATE: {
    title: 'The bulk send is in another state',
    cause: 'What is asked for cannot be done any more, or not yet: “Details” says in which state it is.',
    cure: 'Fetch it again. Rows are changed before it is started; only what is sent can be paused.',
  },
  BULK_SEND_HAS_FAULTS: {
    title: 'Rows have faults',
    cause:
      'A bulk send is started when nothing is wrong with its rows. “Details” says how many are good and how many wrong.',
    cure: 'Correct the rows or leave them out, one by one, or start it with leaveOutFaults.',
  },
  TOO_MANY_BULK_SENDS: {
    title: 'There are too many bulk sends',
    cause: 'You have as many bulk sends in this subscription as may be kept.',
    cure: 'Delete some that are over. “Details” says how many there may be.',
  },
  SHEET_UNREADABLE: {
    title: 'The sheet cannot be read',
    cause: 'The file is no CSV and no XLSX, is damaged, or has no row below its headings: “Details” says which.',
    cure: 'Save it as CSV (UTF-8) or XLSX with headings in its first row.',
  },
  SHEET_TOO_LARGE: {
    title: 'The sheet is too large',
    cause:
      'A sheet has at most 5,000 rows, 100 columns, 5,000 characters in a cell and 10 MiB; “Details” says what was passed.',
    cure: 'Send it in parts.',
  },
  SHEET_TOO_COMPLEX: {
    title: 'Reading the sheet takes too much',
    cause: 'The file took more time or memory than a sheet may.',
    cure: 'Copy the cells into a new sheet without anything else, or save it as CSV.',
  },
} satisfies { readonly [Problem in ProgramProblem]?: ProblemText }
