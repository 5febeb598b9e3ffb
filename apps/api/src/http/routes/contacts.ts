/** Contacts of senders, and groups of people. */
import { addContact, changeContact, deleteContact, type ContactPorts } from '../../modules/contacts/keep-contacts.ts'
import {
  changeGroup,
  createGroup,
  deleteGroup,
  findGroup,
  type GroupPorts,
} from '../../modules/contacts/keep-groups.ts'
import type { Contact, Group, GroupStanding, Recipient } from '../../modules/contacts/ports.ts'
import { suggestRecipients, type SuggestionPorts } from '../../modules/contacts/suggest-recipients.ts'
import { ownerOf } from '../../modules/owner.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerPage } from '../lists/answer-page.ts'
import { jsonAnswer } from '../lists/json-answer.ts'
import type { PageCursors } from '../lists/page-cursors.ts'
import { entityTag, readIfMatch } from '../preconditions/if-match.ts'

const describeRecipient = (one: Recipient) => ({
  ...{ userId: one.userId, name: one.name, email: one.email, mailDomain: one.mailDomain },
  ...{ phone: one.phone, language: one.language, canSign: one.canSign, canBeAsked: one.canBeAsked },
})

const describeContact = (contact: Contact) => ({
  guid: contact.id,
  ...describeRecipient(contact),
  createdAt: contact.createdAt.toISOString(),
})

const describeTeam = (team: GroupStanding['team']) => team && { guid: team.id, name: team.name }

const describeGroup = (group: GroupStanding) => ({
  ...{ guid: group.id, name: group.name, team: describeTeam(group.team), changes: group.changes },
  ...{ isOwn: group.isOwn, mayEdit: group.mayEdit, ownerName: group.ownerName, people: group.people },
  createdAt: group.createdAt.toISOString(),
  updatedAt: group.updatedAt.toISOString(),
})

/** With the count of its changes as the ETag. */
function answerGroup(status: 200 | 201, group: Group) {
  const members = group.members.map((member) => ({ contact: member.contact, ...describeRecipient(member) }))
  return jsonAnswer({ ...describeGroup(group), members }, { etag: entityTag(group.changes) }, status)
}

const placeOf = ({ key, id }: { readonly key: string; readonly id: string }) => ({ key, id })

type ContactCalls = 'contacts' | 'addContact' | 'changeContact' | 'deleteContact' | 'suggestRecipients'
type GroupCalls = 'groups' | 'createGroup' | 'groupStatus' | 'changeGroup' | 'deleteGroup'

export type ContactRoutePorts = ContactPorts & GroupPorts & SuggestionPorts & { readonly cursors: PageCursors }

export const contactHandlers = (ports: ContactRoutePorts): Pick<Handlers, ContactCalls | GroupCalls> => ({
  ...keepingHandlers(ports),
  ...groupHandlers(ports),
})

function keepingHandlers(ports: ContactRoutePorts): Pick<Handlers, ContactCalls> {
  return {
    contacts: async ({ caller, query, search }) => {
      const { limit, cursor, text = '' } = query
      const owner = ownerOf(caller)
      const list = { list: 'contacts', owner: JSON.stringify(owner), filters: { text } }
      const after = cursor === undefined ? undefined : await ports.cursors.read(list, cursor)
      const rows = await ports.contacts.list(owner, { text, after, most: limit + 1 })
      const asked = { list, path: '/api/v1/contacts', search, limit }
      return answerPage(ports.cursors, asked, { rows, placeOf, toItem: describeContact })
    },
    addContact: async ({ caller, headers, body }) =>
      describeContact(
        await addContact(ports, ownerOf(caller), { who: body, idempotencyKey: headers['idempotency-key'] }),
      ),
    changeContact: async ({ caller, params, body }) =>
      describeContact(await changeContact(ports, ownerOf(caller), { ...body, id: params.contactId })),
    deleteContact: async ({ caller, params }) => {
      await deleteContact(ports, ownerOf(caller), params.contactId)
      return null
    },
    suggestRecipients: async ({ caller, query }) => {
      const sought = { text: query.text ?? '', accountsOnly: query.accounts === 'true' }
      const { people, groups } = await suggestRecipients(ports, caller, sought)
      return {
        people: people.map((one) => ({
          ...describeRecipient(one),
          ...{ contact: one.contact, isRecent: one.isRecent, away: one.away },
        })),
        groups: groups.map(({ id, name, people: count, team }) => ({
          ...{ guid: id, name, people: count },
          team: describeTeam(team),
        })),
      }
    },
  }
}

function groupHandlers(ports: ContactRoutePorts): Pick<Handlers, GroupCalls> {
  return {
    groups: async ({ caller, query, search }) => {
      const { limit, cursor } = query
      const list = { list: 'groups', owner: JSON.stringify(ownerOf(caller)), filters: {} }
      const after = cursor === undefined ? undefined : await ports.cursors.read(list, cursor)
      const rows = await ports.groups.list(caller, { text: '', after, most: limit + 1 })
      const asked = { list, path: '/api/v1/groups', search, limit }
      return answerPage(ports.cursors, asked, { rows, placeOf, toItem: describeGroup })
    },
    createGroup: async ({ caller, headers, body }) =>
      answerGroup(201, await createGroup(ports, caller, { ...body, idempotencyKey: headers['idempotency-key'] })),
    groupStatus: async ({ caller, params }) => answerGroup(200, await findGroup(ports, caller, params.groupId)),
    changeGroup: async ({ caller, params, headers, body }) => {
      const wanted = { ...body, ...readIfMatch(headers['if-match']), id: params.groupId }
      return answerGroup(200, await changeGroup(ports, caller, wanted))
    },
    deleteGroup: async ({ caller, params, headers }) => {
      await deleteGroup(ports, caller, { ...readIfMatch(headers['if-match']), id: params.groupId })
      return null
    },
  }
}
