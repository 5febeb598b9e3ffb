/** What a version of a template says: a dispatch with roles in place of people; and the same with its files, as a file. */
import { z } from 'zod'
import { dispatchDescription, dispatchedDocument, MOST_DOCUMENTS } from './dispatches.ts'
import { guid } from './endpoint.ts'
import { person, personOrGuest } from './recipients.ts'
import { anchored, copies, hasWholeStages, MOST_SIGNERS, position, sendDescription, signer } from './sender.ts'
import { TEMPLATE_LOCKS } from './template-locks.ts'

const MOST_ATTACHMENTS = 100

const { fileName, description, tags, senderName, order, reminders, passingOn } = sendDescription.shape

/** The same in any letters. */
export const roleName = z.string().trim().min(1).max(100)
const foldRole = (name: string) => name.normalize('NFC').toLowerCase()

const namesOne = (who: object, names: readonly string[]) =>
  names.filter((name) => (who as Record<string, unknown>)[name] !== undefined).length === 1

const personOrRole = z
  .object({ ...person.shape, role: roleName.optional() })
  .refine((who) => namesOne(who, ['userId', 'legalId', 'role']), {
    message: 'name the person by userId or by legalId, or a role',
  })

const anywhere = {
  /** The place of a document in the list, from 0; every document without it. */
  document: z
    .int()
    .min(0)
    .max(MOST_DOCUMENTS - 1)
    .optional(),
}

export const templatePositions = z
  .array(z.union([position.extend(anywhere), anchored.extend(anywhere)]))
  .max(20 * MOST_DOCUMENTS)
  .default([])

const templateSigner = z.intersection(
  z
    .object({ ...personOrGuest.shape, role: roleName.optional() })
    .refine((who) => namesOne(who, ['userId', 'legalId', 'guest', 'role']), {
      message: 'name the person by userId or by legalId, as a guest, or a role',
    }),
  signer.def.right
    .omit({ attachments: true })
    .extend({ approvers: z.array(personOrRole).max(20).default([]), positions: templatePositions }),
)

const templateDocument = z.object({
  /** Of POST /v1/files, or one that the template has. The upload stays what it is. */
  file: guid,
  /** The name of the uploaded file when there is none. */
  fileName: fileName.optional(),
  description,
  attachments: z
    .array(
      z.object({
        file: guid,
        fileName: fileName.optional(),
        signers: dispatchedDocument.shape.attachments.def.innerType.element.shape.signers,
      }),
    )
    .max(MOST_ATTACHMENTS)
    .default([]),
})

interface Contents {
  readonly documents: readonly unknown[]
  readonly signers: readonly {
    readonly role?: string | undefined
    readonly positions: readonly { readonly document?: number | undefined }[]
  }[]
  readonly locks: readonly string[]
}

const isOnDocuments = ({ documents, signers }: Contents) =>
  signers.every((one) =>
    one.positions.every((place) => place.document === undefined || place.document < documents.length),
  )

function hasEachRoleOnce({ signers }: Contents): boolean {
  const roles = signers.flatMap(({ role }) => (role === undefined ? [] : [foldRole(role)]))
  return new Set(roles).size === roles.length
}

/** A dispatch with roles in place of people; all of it may be missing but who signs. */
function templateContentOf<const D extends z.ZodType>(document: D) {
  return z
    .object({
      /** None: whoever sends brings them. */
      documents: z.array(document).max(MOST_DOCUMENTS).default([]),
      signers: z.array(templateSigner).min(1).max(MOST_SIGNERS),
      /** Who gets a copy each time; left out when it is exported. */
      copies: copies.default([]),
      order,
      message: dispatchDescription.shape.message,
      senderName,
      tags,
      /** Days from the sending to the deadline. */
      deadlineDays: z.int().min(1).max(3650).optional(),
      reminders,
      passingOn,
      /**
       * What whoever sends may not change: the `files`, their names (`title`), the `people` with everything that is asked
       * of them (roles are filled all the same), their `places`, the `message`, the `deadline`, the `tags`.
       */
      locks: z.array(z.enum(TEMPLATE_LOCKS)).max(TEMPLATE_LOCKS.length).default([]),
    })
    .refine(hasWholeStages, {
      path: ['signers'],
      message: 'name a stage for every signer or for none; stages begin at 1, leave no gap and need the order parallel',
    })
    .refine(hasEachRoleOnce, { path: ['signers'], message: 'have a role that signs twice' })
    .refine(isOnDocuments, { path: ['signers'], message: 'have positions on a document that is not in the list' })
    .refine(({ documents, locks }) => documents.length > 0 || !locks.includes('files'), {
      path: ['locks'],
      message: 'has files, and the template has none',
    })
    .refine(({ locks }) => !locks.includes('places') || locks.includes('people'), {
      path: ['locks'],
      message: 'has places without people: who may add people places them too',
    })
}

export const templateContent = templateContentOf(templateDocument).meta({ id: 'TemplateContent' })

export type TemplateContent = z.output<typeof templateContent>

export const templateName = z.string().trim().min(1).max(200)

/** Of all files of an exported template, in bytes. */
const MOST_EXPORTED_BYTES = 24 * 1024 * 1024
const FORMAT = 'rubrica-template-1'

const exportedFile = { fileName, data: z.base64().max(Math.ceil(MOST_EXPORTED_BYTES / 3) * 4) }

/** A template as a file: with its files, and with roles in place of people, whose ids say nothing elsewhere. */
export const exportedTemplate = z
  .object({
    format: z.literal(FORMAT),
    name: templateName,
    content: templateContentOf(
      z.object({
        ...exportedFile,
        description,
        attachments: z
          .array(
            z.object({
              ...exportedFile,
              signers: templateDocument.shape.attachments.def.innerType.element.shape.signers,
            }),
          )
          .max(MOST_ATTACHMENTS)
          .default([]),
      }),
    ),
  })
  .meta({ id: 'ExportedTemplate' })
