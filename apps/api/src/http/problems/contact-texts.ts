import type { ProgramProblem } from '@rubrica/contract'
import type { ProblemText } from './problem-text.ts'

/** Of contacts and of groups of people. */
export const CONTACT_TEXTS = {
  CONTACT_NOT_FOUND: {
    title: 'There is no such contact',
    cause:
      'You have no contact with this id: others keep theirs to themselves. What is kept of people with an account is theirs to change.',
    cure: 'Take the id from the list of your contacts (GET /api/v1/contacts).',
  },
  CONTACT_EXISTS: {
    title: 'You have this contact already',
    cause: 'One of your contacts is this person, or has this e-mail address in whatever letters.',
    cure: 'Use or change the one that you have: “Details” has its id.',
  },
  TOO_MANY_CONTACTS: {
    title: 'There are too many contacts',
    cause: 'You have as many contacts in this subscription as may be kept.',
    cure: 'Remove some. “Details” says how many there may be.',
  },
  GROUP_NOT_FOUND: {
    title: 'There is no such group',
    cause: 'No group that you may send to has this id: others keep theirs to themselves or to their team.',
    cure: 'Take the id from the list of groups (GET /api/v1/groups).',
  },
  NOT_A_GROUP_EDITOR: {
    title: 'You may not change this group',
    cause:
      'A group that is shared is changed by its owner, by who manages documents for the team and by managers; its owner alone says who sees it.',
    cure: 'Make a group of your own with these people, or ask its owner.',
  },
  TOO_MANY_GROUPS: {
    title: 'There are too many groups',
    cause: 'You have as many groups in this subscription as may be kept.',
    cure: 'Delete some. “Details” says how many there may be.',
  },
} satisfies { readonly [Problem in ProgramProblem]?: ProblemText }
