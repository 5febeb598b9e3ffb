/** Send, opened to send a document once more, or to go on with its signed file. */
import { hasLeft } from '@rubrica/domain'
import { useQuery } from '@tanstack/react-query'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { asSigner, guestAsSent } from '../../shared/sending/guests/guest.ts'
import {
  EMPTY_DRAFT,
  NOTHING_ASKED,
  type Draft,
  type DraftAttachment,
  type DraftFile,
  type DraftPerson,
} from './draft.ts'
import type { TemplateWish } from './templates/load-template.ts'

/** What the address says: which sent document, and which of its files. */
export interface CopyWish {
  readonly docGuid: string
  readonly file: 'original' | 'signed'
}

/** What Send may begin with, besides nothing and a draft. */
export type StartWish = CopyWish | TemplateWish

type Sent = Awaited<ReturnType<typeof senderApi.sentDocumentStatus>>

/** Of each visit, so that a file whose answer was lost is there once. */
const keys = new Map<string, string>()

function keyOf({ docGuid, file }: CopyWish): string {
  const name = `${docGuid} ${file}`
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  return key
}

async function load(wish: StartWish, subscription: string | undefined): Promise<Draft> {
  if ('isEdited' in wish) return (await import('./templates/load-template.ts')).loadTemplate(wish, subscription)
  const params = { docGuid: wish.docGuid }
  const query = { subscription }
  const headers = { 'idempotency-key': keyOf(wish) }
  const [document, copied] = await Promise.all([
    senderApi.sentDocumentStatus({ params, query }),
    senderApi.copyDocument({ params, query, headers, body: { file: wish.file } }),
  ])
  keys.delete(`${wish.docGuid} ${wish.file}`)
  const ready = async (fileId: string) => {
    const { id, name, size, sha256, pages, findings } = await senderApi.uploadedFileStatus({
      params: { fileId },
      query,
    })
    const uploaded = { id, sha256, pages, findings: findings.map(({ code }) => code) }
    return { key: id, name, size, state: 'ready' as const, uploaded }
  }
  const file: DraftFile = { ...(await ready(copied.file)), name: document.fileName }
  if (wish.file === 'signed') return { ...EMPTY_DRAFT, files: [file] }
  const along = await Promise.all(copied.attachments.map(ready))
  const attachments = along.map((one): DraftAttachment => ({ ...one, document: null, signers: [] }))
  const { message, tags } = document
  const known = await knownPeople(document, query)
  const signers = signersOf(document, known)
  const copies = document.copies.flatMap(({ userId }) => known.get(userId) ?? [])
  return { ...EMPTY_DRAFT, files: [file], attachments, message, tags: tags.join(', '), signers, copies }
}

const askedOf = (document: Sent) => document.signers.filter(({ state }) => !hasLeft(state))

/** The people of a document who can be sent to today, by their user id. */
async function knownPeople(document: Sent, query: { subscription: string | undefined }) {
  const asked = askedOf(document)
  const known = new Map<string, DraftPerson>()
  const members = asked.filter(({ guest }) => guest === null)
  for (const { userId, name } of [...members, ...asked.flatMap(({ approvers }) => approvers), ...document.copies]) {
    if (known.has(userId)) continue
    const { data } = await senderApi.suggestPeople({ query: { ...query, text: name.slice(0, 100) } })
    const person = data.find((one) => one.userId === userId)
    if (person) known.set(userId, person)
  }
  return known
}

function signersOf(document: Sent, known: ReadonlyMap<string, DraftPerson>): Draft['signers'] {
  return askedOf(document).flatMap(({ userId, name, guest, stage, signsFor, readAll, approvers }) => {
    const person = guest ? asSigner(name, guestAsSent(guest)) : known.get(userId)
    if (!person) return []
    const there = approvers.filter(({ state }) => state !== 'cancelled')
    return [
      {
        ...{ ...NOTHING_ASKED, ...person, stage, readAll, reason: signsFor ?? '' },
        approvers: there.flatMap((one) => known.get(one.userId) ?? []),
      },
    ]
  })
}

/** The draft that Send begins with. @returns undefined as data until it is there, and for no wish */
export function usePrefill(wish: StartWish | undefined, subscription: string | undefined, isReady: boolean) {
  return useQuery({
    queryKey: ['send', 'prefill', wish, subscription],
    queryFn: () => load(wish!, subscription),
    enabled: wish !== undefined && isReady,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}
