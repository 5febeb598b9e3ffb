import { z } from 'zod'
import {
  ACCESS_METHODS,
  DEFAULT_PAGE_SIZE,
  INTEGRITIES,
  isTimeZone,
  MAX_PAGES_PER_ANSWER,
  MAX_REJECTION_REASON,
  PASSING_ON,
  SIGNING_PAGE_SIZES,
} from '@rubrica/domain'
import { decisionBy, documentState } from './decision.ts'
import { endpoint, guid, nothing, problem, ONE_DOCUMENT } from './endpoint.ts'

export const accessMethod = z.enum(ACCESS_METHODS)
export const ORDER_BY = ['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate'] as const

/** A query string carries text; these read whole numbers out of it and refuse everything else. */
export const wholeNumber = (smallest: number, largest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().int().min(smallest).max(largest))

const pageSize = wholeNumber(1, 100).refine((size) => SIGNING_PAGE_SIZES.some((offered) => offered === size), {
  message: `must be one of ${SIGNING_PAGE_SIZES.join(', ')}`,
})

/** What a list says of the signature that is asked for. */
export const signerDto = z.object({
  SignerGUID: guid,
  SignerGUI: guid,
  SignerName: z.string(),
  SignatureReason: z.string().nullable(),
  TypeOfID: z.string(),
  ReadAll: z.boolean(),
  HasAttachment: z.boolean(),
  DisclaimerInfo: z.object({ Display: z.boolean() }),
  CentralizedCertificateInfo: z.object({ Guid: guid, Alias: z.string() }).nullable(),
  /** The type of which a certificate is demanded; null where any will do, or one is named. */
  DemandedCertificateType: z.string().nullable(),
  /** Whether they may name somebody else in their place; with `asked`, if the sender agrees. */
  PassingOn: z.enum(PASSING_ON),
})

/** What changes after its signatures say of a document; null while nobody has looked at them. */
export const knownIntegrity = z.enum(INTEGRITIES).nullable()

/** Whether somebody who stands in for the person has said something of a document; null where nobody has. */
export const remarkMark = z.enum(['Checked', 'Noted']).nullable()

const pendingDocument = z
  .object({
    DocGUI: guid,
    FileName: z.string(),
    UploadTime: z.string(),
    Tag: z.string(),
    SenderName: z.string(),
    Description: z.string(),
    /** From the sender to this signer alone; empty where there is none. */
    PrivateMessage: z.string(),
    /** Until when it can be signed; null when there is no end. */
    Deadline: z.string().nullable(),
    Integrity: knownIntegrity,
    Remark: remarkMark,
    SignerDTO: signerDto,
  })
  .meta({ id: 'PendingDocument' })

export const pendingDocuments = endpoint({
  method: 'GET',
  path: '/pendingsignatures/paginated',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'One page of the documents that wait for the signature of the user; 404 when there is none',
  query: z
    .object({
      PageNumber: wholeNumber(1, 1_000_000).default(1),
      PageSize: pageSize.default(DEFAULT_PAGE_SIZE),
      Count: wholeNumber(0, 999_999_999).optional(),
      OrderBy: z.enum(ORDER_BY).default('FileName'),
      OrderType: z.enum(['asc', 'des']).default('asc'),
      From: z.iso.date().optional(),
      To: z.iso.date().optional(),
      /** In which From and To are days; UTC unless it is said. */
      TimeZone: z.string().max(64).refine(isTimeZone, { message: 'is not the name of a time zone' }).optional(),
      FileName: z.string().max(255).optional(),
      CertificateGuid: guid.optional(),
      Sender: z.string().max(255).optional(),
      Tag: z.string().max(255).optional(),
    })
    .refine(({ From, To }) => From === undefined || To === undefined || From <= To, {
      path: ['From'],
      message: 'must not be after To',
    }),
  answers: {
    200: z
      .object({
        List: z.array(pendingDocument),
        Count: z.number().int(),
        TotalPages: z.number().int(),
        PageNumber: z.number().int(),
        PageSize: z.number().int(),
      })
      .meta({ id: 'PendingDocumentsPage' }),
    400: problem,
    401: problem,
    404: problem,
  },
})

/** A page of a document; programs and people count from 1. */
export const pageNumber = wholeNumber(1, 10_000)
export const imageQuery = z.object({
  width: wholeNumber(1, 4096).optional(),
  count: wholeNumber(1, MAX_PAGES_PER_ANSWER).optional(),
})

/** Every call that draws pages answers so. */
export const renderedAnswers = {
  200: z
    .object({ DocPageRendered: z.array(z.base64()), NumberOfPages: z.number().int(), NextPage: z.number().int() })
    .meta({ id: 'RenderedDocument' }),
  304: nothing,
  400: problem,
  401: problem,
  404: problem,
  422: problem,
  503: problem,
} as const

export const renderedDocument = endpoint({
  method: 'GET',
  path: '/documentrendered/:docGuid/remote/pages/:page',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'Pages of a document as JPEG images; `width` (device pixels) and `count` are optional',
  params: z.object({ docGuid: guid, page: pageNumber }),
  query: imageQuery,
  answers: renderedAnswers,
})

/** A share of the displayed page, from its upper left corner; a box may stand a hair outside. */
const share = z.number()
const place = z.object({ Left: share, Top: share, Width: share, Height: share })

/** The words of a page, to be heard and to be selected. */
export const textAnswers = {
  200: z
    .object({
      Text: z.string(),
      /** The same words in their places; empty where they are too many. */
      Lines: z.array(place.extend({ Text: z.string() })),
    })
    .meta({ id: 'PageText' }),
  400: problem,
  401: problem,
  404: problem,
  422: problem,
  503: problem,
} as const

export const pageText = endpoint({
  method: 'GET',
  path: '/documentrendered/:docGuid/remote/pages/:page/text',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'The text of a page, to be heard and selected; at most 64 KB of it',
  params: z.object({ docGuid: guid, page: pageNumber }),
  answers: textAnswers,
})

/** Every call that hands out a whole file answers so. */
export const documentContent = z
  .object({ DocContent: z.base64(), FileName: z.string() })
  .meta({ id: 'DocumentContent' })

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/documents/:docGuid',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'The document itself, base64',
  params: z.object({ docGuid: guid }),
  answers: {
    200: documentContent,
    401: problem,
    404: problem,
  },
})

const approver = z.object({ Email: z.string(), LegalId: z.string(), Name: z.string() })

export const documentInfoAnswer = z
  .object({
    Signers: z.array(
      z.object({
        SignerName: z.string(),
        /** When the document reached this signer; empty until it is their turn. */
        UploadTime: z.string(),
        OperationTime: z.string(),
        SignatureStatus: z.enum(['Signed', 'Unsigned', 'Rejected']).nullable(),
        GUID: guid,
        Approvers: z.array(approver),
      }),
    ),
    UploadTime: z.string(),
  })
  .meta({ id: 'DocumentInfo' })

export const documentInfo = endpoint({
  method: 'GET',
  path: '/documentinfo/:docGuid',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'Who signs a document, and how far each of them is',
  params: z.object({ docGuid: guid }),
  answers: {
    200: documentInfoAnswer,
    401: problem,
    404: problem,
    409: problem,
  },
})

export const decidedDocument = endpoint({
  method: 'GET',
  path: '/signeddocuments/:docGuid',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary:
    'A document that the user has signed or rejected, and when; its pages, its facts and its file are those of other ' +
    'documents',
  params: z.object({ docGuid: guid }),
  answers: {
    200: pendingDocument
      .extend({ ...decisionBy(['Signed', 'Rejected']), DocumentState: documentState })
      .meta({ id: 'DecidedDocument' }),
    401: problem,
    404: problem,
  },
})

export const signaturePlaces = endpoint({
  method: 'GET',
  path: '/signatures/:signerGuid/places',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'Where the signature of the user stands or will stand, in shares of the page from its upper left corner',
  params: z.object({ signerGuid: guid }),
  answers: {
    200: z.array(place.extend({ Page: z.int() })),
    401: problem,
    404: problem,
  },
})

/** Blanks around it do not count. */
export const rejectionReason = z.string().trim().min(1).max(MAX_REJECTION_REASON)

export const rejectDocument = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/:signerGuid/rejected',
  base: 'identity',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'Reject a document with a reason; ends it for everybody',
  params: z.object({ signerGuid: guid }),
  body: z.object({
    RejectionReason: rejectionReason,
    AccessMethod: accessMethod,
  }),
  answers: { 204: nothing, 400: problem, 401: problem, 404: problem, 409: problem, 423: problem },
})
