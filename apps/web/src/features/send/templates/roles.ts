/** Roles of a template, in a draft that is made of it or that becomes one. Nothing here knows the screen. */
import type { Draft, DraftGuest, DraftPerson, DraftSigner } from '../draft.ts'

/** What stands in the place of a user id as long as nobody has the role. */
const roleId = (role: string) => `role:${role}`

const isSame = (one: string | undefined, other: string) =>
  one !== undefined && one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

export const asRole = (role: string): DraftPerson => ({
  ...{ userId: roleId(role), name: role, mailDomain: '', canSign: true, role },
})

/** Nobody has the role yet. */
export const isUnfilled = ({
  userId,
  role,
  guest,
}: DraftPerson & { readonly guest?: DraftGuest | undefined }): boolean =>
  role !== undefined && guest === undefined && userId === roleId(role)

type Everybody = Pick<Draft, 'signers'>

/** Names, each once. */
export function rolesOf({ signers }: Everybody): string[] {
  const named = [...signers, ...signers.flatMap(({ approvers }) => approvers)].flatMap(({ role }) => role ?? [])
  return named.filter((role, index) => named.findIndex((other) => isSame(other, role)) === index)
}

/** Those that nobody has yet. */
export const unfilledRoles = ({ signers }: Everybody): string[] =>
  rolesOf({ signers }).filter((role) =>
    [...signers, ...signers.flatMap(({ approvers }) => approvers)].some(
      (one) => isSame(one.role, role) && isUnfilled(one),
    ),
  )

export const isRoleTaken = (draft: Everybody, role: string): boolean =>
  draft.signers.some((signer) => isSame(signer.role, role))

/** Somebody takes a role, wherever it stands; nobody with `undefined`. Their places stay. */
export function fillRole(draft: Draft, role: string, person: DraftPerson | undefined): Draft {
  const taker: DraftPerson = { ...(person ?? asRole(role)), role }
  const renamed = new Map<string, string>()
  const signers = draft.signers.map((signer): DraftSigner => {
    const approvers = signer.approvers.map((one) => (isSame(one.role, role) ? taker : one))
    if (!isSame(signer.role, role)) return { ...signer, approvers }
    renamed.set(signer.userId, taker.userId)
    return { ...signer, ...taker, guest: undefined, certificate: undefined, approvers }
  })
  const now = (userId: string) => renamed.get(userId) ?? userId
  const moved = <P extends { readonly signer: string }>(places: readonly P[]) =>
    places.map((place) => ({ ...place, signer: now(place.signer) }))
  return {
    ...draft,
    signers,
    attachments: draft.attachments.map((one) => ({ ...one, signers: one.signers.map(now) })),
    places: { boxes: moved(draft.places.boxes), words: moved(draft.places.words) },
  }
}
