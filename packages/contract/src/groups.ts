/** Groups: people under one name, for a sender alone or for a team. Whoever sends to one sends to each of its people. */
import { z } from 'zod'
import { contactFacts, ofContacts, recipient } from './contacts.ts'
import { endpoint, guid, nothing } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { pageOf, pageQuery } from './pages.ts'
import { person } from './recipients.ts'
import { from, MOST_SIGNERS } from './sender.ts'

const groupName = z.string().trim().min(1).max(100)

const standing = {
  guid,
  name: z.string(),
  /** With which team it is shared. */
  team: z.object({ guid, name: z.string() }).nullable(),
  /** Counts everything that is done to it, from 1; the ETag is made of it. */
  changes: z.int(),
  /** Only its owner shares it. */
  isOwn: z.boolean(),
  /** Whether the caller may change it. */
  mayEdit: z.boolean(),
  ownerName: z.string(),
  people: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
}

const group = z
  .object({
    ...standing,
    members: z.array(
      z.object({
        /** The contact that somebody without an account is there by; null of everybody else. */
        contact: guid.nullable(),
        ...recipient,
      }),
    ),
  })
  .meta({ id: 'Group' })

/** A person, a contact of the caller’s or of the group already, or somebody who becomes a contact. */
const member = z
  .object({ ...person.shape, contact: guid.optional(), guest: contactFacts.optional() })
  .refine((who) => Object.values(who).filter((one) => one !== undefined).length === 1, {
    message: 'name the person by userId, by legalId or by contact, or as a guest',
  })

const members = z.array(member).min(1).max(MOST_SIGNERS)

const query = z.object(from)
const ifMatch = z.object({ 'if-match': z.string().max(4000).optional() })
const ofGroup = { params: z.object({ groupId: guid }), query } as const
const OF_PEOPLE = ['SIGNER_UNKNOWN', 'GUESTS_NOT_ALLOWED', 'TOO_MANY_CONTACTS', 'TEAM_UNKNOWN'] as const
const CHANGING = ['GROUP_NOT_FOUND', 'NOT_A_GROUP_EDITOR', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'] as const

export const groups = endpoint({
  ...ofContacts,
  method: 'GET',
  path: '/v1/groups',
  summary: 'The groups that the caller may send to, by name: their own and those of their teams',
  query: z.object({ ...from, ...pageQuery.shape }),
  answers: { 200: pageOf(z.object(standing).meta({ id: 'GroupItem' })).meta({ id: 'GroupPage' }) },
})

export const createGroup = endpoint({
  ...ofContacts,
  method: 'POST',
  path: '/v1/groups',
  summary: `Keep up to ${MOST_SIGNERS} people as a group; who is named as a guest becomes a contact`,
  query,
  headers: idempotencyHeaders,
  body: z.object({ name: groupName, team: guid.optional(), members }),
  problems: [...OF_PEOPLE, 'TOO_MANY_GROUPS', 'GROUP_NOT_FOUND'],
  answers: { 201: group },
})

export const groupStatus = endpoint({
  ...ofContacts,
  ...ofGroup,
  method: 'GET',
  path: '/v1/groups/:groupId',
  summary: 'A group with its people, with the ETag that a change of it needs',
  problems: ['GROUP_NOT_FOUND'],
  answers: { 200: group },
})

export const changeGroup = endpoint({
  ...ofContacts,
  ...ofGroup,
  method: 'PATCH',
  path: '/v1/groups/:groupId',
  summary: 'Rename or share a group, or give it other people, if it is as the caller has seen it (If-Match)',
  headers: ifMatch,
  body: z.object({
    name: groupName.optional(),
    /** With no team with null. */
    team: guid.nullable().optional(),
    /** In place of those before. */
    members: members.optional(),
  }),
  problems: [...CHANGING, ...OF_PEOPLE],
  answers: { 200: group },
})

export const deleteGroup = endpoint({
  ...ofContacts,
  ...ofGroup,
  method: 'DELETE',
  path: '/v1/groups/:groupId',
  summary: 'Delete a group, if it is as the caller has seen it (If-Match). Its contacts stay',
  headers: ifMatch,
  problems: CHANGING,
  answers: { 204: nothing },
})
