/** What the description of the calls for programs shows of those for contacts and groups. */
const CONTACT = '6f0c2a1e-55c1-4b0e-9d1a-2f4b7a9c1e08'
const KNOWN = '2b1de7a4-1f8c-4f43-8d55-7a1b64e0c9f2'
const GROUP = '9a4b3c2d-7e61-4d0b-8c3f-5e2d1a0b9c87'
const MADE_AT = '2026-11-20T08:00:12.400Z'

const guest = { name: 'Aina Pons', email: 'aina.pons@example.com', phone: '+34600000001', language: 'ca' }
const aina = { userId: null, ...guest, mailDomain: 'example.com', canSign: true, canBeAsked: true }
const nuria = {
  ...{ userId: 'nuria.soler', name: 'Núria Soler', email: null, mailDomain: 'example.org', phone: null, language: '' },
  ...{ canSign: true, canBeAsked: true },
}
const contact = { guid: CONTACT, ...aina, createdAt: MADE_AT }
const standing = {
  ...{ guid: GROUP, name: 'Board', team: null, changes: 1, isOwn: true, mayEdit: true, ownerName: 'erp', people: 2 },
  ...{ createdAt: MADE_AT, updatedAt: MADE_AT },
}
const members = [
  { contact: null, ...nuria },
  { contact: CONTACT, ...aina },
]
const group = { ...standing, members }

/** By the name of the call. */
export const CONTACT_EXAMPLES = {
  contacts: { answer: { data: [contact, { guid: KNOWN, ...nuria, createdAt: MADE_AT }], next: null } },
  addContact: { body: { guest }, answer: contact },
  changeContact: { body: { email: 'aina@example.com' }, answer: { ...contact, email: 'aina@example.com' } },
  suggestRecipients: {
    answer: {
      people: [{ ...nuria, contact: KNOWN, isRecent: true, away: { until: '2026-12-11', deputy: 'Pau Riera' } }],
      groups: [{ guid: GROUP, name: 'Board', people: 2, team: null }],
    },
  },
  groups: { answer: { data: [standing], next: null } },
  createGroup: { body: { name: 'Board', members: [{ userId: 'nuria.soler' }, { guest }] }, answer: group },
  groupStatus: { answer: group },
  changeGroup: { body: { name: 'Board of 2027' }, answer: { ...group, name: 'Board of 2027', changes: 2 } },
}
