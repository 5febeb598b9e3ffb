import type { ProgramProblem } from '@rubrica/contract'

/** What people read about a problem. Nothing in it depends on the request. */
export interface ProblemText {
  /** The same in each answer (RFC 9457 §3.1.3). */
  readonly title: string
  readonly cause: string
  readonly cure: string
}

const WAIT_AND_REPEAT = 'Wait as long as the header Retry-After says, then send the same request again.'

/** Of every problem that a call for programs answers. */
export const PROBLEM_TEXTS: Readonly<Record<ProgramProblem, ProblemText>> = {
  BAD_REQUEST: {
    title: 'The request cannot be understood',
    cause: 'The address, a header or the multipart body is damaged, so that nothing in it can be relied on.',
    cure: 'Look at how the request is put together: percent-encoding of the address, boundaries of the parts.',
  },
  VALIDATION_FAILED: {
    title: 'A part of the request is not valid',
    cause: 'A member of the body, a parameter or a header is missing, too long, or not what this call takes there.',
    cure: 'The member “errors” names each part, by a JSON Pointer where it is in the body. Correct them all at once.',
  },
  BODY_NOT_JSON: {
    title: 'The body is not JSON',
    cause: 'The body, or the part “description” of it, cannot be parsed as JSON or nests absurdly deep.',
    cure: 'Write it with a JSON library, in UTF-8, and send no body that is cut off.',
  },
  SESSION_EXPIRED: {
    title: 'There is no valid token',
    cause: 'The header Authorization is missing, or what it bears is unknown, has expired or was withdrawn.',
    cure: 'Ask for a new token with the id and the secret of your program (POST /api/oauth/token), or have the person make a new personal key, and repeat the request.',
  },
  SCOPE_TOO_NARROW: {
    title: 'The token is not for this call',
    cause: 'The token is valid, but it was given for other calls.',
    cure: 'Ask for a token with a scope that the description of the call names. If your program does not have that scope, its operator can give it.',
  },
  NOT_A_SENDER: {
    title: 'This person may not send',
    cause: 'The person has no role that lets them send documents from this subscription, or is not of it.',
    cure: 'An operator can give the role with "rubrica user role". Check the guid in "subscription".',
  },
  GUESTS_NOT_ALLOWED: {
    title: 'This subscription asks nobody without an account',
    cause:
      'A signer is named as a guest, by an address that nobody of the subscription has, and its operator has not allowed guests.',
    cure: 'Name somebody who has an account, or have the operator allow guests with "rubrica subscription set NAME --guests".',
  },
  SUBSCRIPTION_NEEDED: {
    title: 'Say from which subscription',
    cause: 'The person may send from several subscriptions, and the request does not say from which.',
    cure: 'Add the guid of one of them to the query, as "subscription".',
  },
  NOT_FOUND: {
    title: 'There is nothing at this address',
    cause: 'No call has this address, or what its last part names does not exist for you.',
    cure: 'Compare the address with the description of the calls.',
  },
  USER_NOT_FOUND: {
    title: 'There is no such person',
    cause: 'Nobody who is active in your subscription has this name.',
    cure: 'Use the name with which the person logs in, and ask the operator whether the account is active.',
  },
  DOCUMENT_NOT_FOUND: {
    title: 'There is no such document',
    cause: 'No document has this id, or somebody else sent it.',
    cure: 'Use an id that a POST to /api/v1/documents answered, with a token of the same program.',
  },
  FILE_NOT_FOUND: {
    title: 'There is no such file',
    cause: 'No file has this id: it was sent or deleted, its 24 hours are over, or somebody else handed it over.',
    cure: 'Hand the file over again (POST /api/v1/files) and use the id of that answer, once.',
  },
  TOO_MANY_FILES: {
    title: 'Too many files wait to be sent',
    cause: 'You have handed over as many files as may wait, and have sent none of them.',
    cure: 'Send some of them, or delete them (DELETE /api/v1/files/{id}). “Details” says how many there may be.',
  },
  DRAFT_NOT_FOUND: {
    title: 'There is no such draft',
    cause: 'No draft has this id: it was sent or discarded, its 30 days are over, or it is somebody else’s.',
    cure: 'Look at the list of your drafts (GET /api/v1/drafts), or keep the content as a new one.',
  },
  TOO_MANY_DRAFTS: {
    title: 'There are too many drafts',
    cause: 'You have as many drafts in this subscription as may be kept.',
    cure: 'Send or discard one of them. “Details” says how many there may be.',
  },
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
  METHOD_NOT_ALLOWED: {
    title: 'The address takes other methods',
    cause: 'There is a call at this address, but not with this method.',
    cure: 'Use one of the methods in the header Allow.',
  },
  REQUEST_TIMEOUT: {
    title: 'The request did not arrive in time',
    cause: 'The body came too slowly, or stopped before its end.',
    cure: 'Send it again, with the same Idempotency-Key if you gave one.',
  },
  DOCUMENT_NO_LONGER_AVAILABLE: {
    title: 'The document is over',
    cause: 'It was completed, rejected or withdrawn, or its deadline has passed.',
    cure: 'Ask for its state. A new round of signatures needs a new document.',
  },
  PRECONDITION_FAILED: {
    title: 'It was changed since',
    cause: 'The header If-Match names a version that is not the current one: somebody changed it in the meantime.',
    cure: 'Fetch it again, decide anew, and send the change with the ETag of that answer.',
  },
  PRECONDITION_REQUIRED: {
    title: 'The request does not say which version it is about',
    cause: 'This call changes something that others may change too, and the header If-Match is missing.',
    cure: 'Send the ETag of the answer that you have seen in If-Match.',
  },
  DIGEST_MISMATCH: {
    title: 'The body is not what its digest says',
    cause: 'The octets that arrived have another digest than the header Content-Digest or Repr-Digest names.',
    cure: 'Send the file again. If it fails each time, compute the digest over the whole body as it is sent.',
  },
  BODY_TOO_LARGE: {
    title: 'The body is too large',
    cause: 'A file, a part or the whole body has more bytes than this server takes.',
    cure: '“Details” says the limit in bytes. Make the file smaller, for instance by scanning with fewer dots per inch.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'The body has a type that this call does not take',
    cause: 'The header Content-Type names another type than those of the call, or the body is compressed.',
    cure: 'Send one of the types that “Details” lists, without Content-Encoding.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    title: 'The Idempotency-Key was used for another request',
    cause: 'An earlier request with this key had another address or another body.',
    cure: 'Use a new key, such as a random UUID, for each new request, and the same one only to repeat a request as it was.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    title: 'A request with this Idempotency-Key is still being worked on',
    cause: 'The first request with this key has not ended. It goes on even if its sender has given up waiting for it.',
    cure: 'Repeat the request as it was after some seconds: it then gets the answer of the first one.',
  },
  SIGNER_UNKNOWN: {
    title: 'A person is unknown',
    cause: 'A signer or an approver is no active person of your subscription.',
    cure: '“errors” says which one. Correct the name or the number, or have the operator add the person.',
  },
  TEAM_UNKNOWN: {
    title: 'There is no such team',
    cause: 'The team is not of this subscription, or the caller is not of the team.',
    cure: 'Take one that GET /v1/teams names. An operator makes teams with "rubrica team add" and adds people to them.',
  },
  SIGNER_NOT_FOUND: {
    title: 'The document has no such signer',
    cause: 'The guid is that of no signer of this document.',
    cure: 'Use a guid that the document’s own answer names. Who takes a place over has another one.',
  },
  SIGNER_BUSY: {
    title: 'The signer is signing at this moment',
    cause: 'A signature of this person is being made, and nothing of theirs is changed meanwhile.',
    cure: 'Ask for the state of the document in some seconds: either they have signed, or the change is possible.',
  },
  SIGNER_HAS_ACTED: {
    title: 'The person has acted already',
    cause: 'Who has signed, approved, or was replaced stays in the record as they are.',
    cure: 'Ask for the state of the document. Other people for the same file need a new document.',
  },
  SIGNER_NOT_AWAITED: {
    title: 'The document does not wait for this signer',
    cause: 'It is not their turn yet, or they have signed, rejected it, or were replaced.',
    cure: 'Ask for the state of the document, and make the link when the state of the signer is "pending".',
  },
  RETURN_ADDRESS_UNKNOWN: {
    title: 'The program has no such return address',
    cause: 'The operator has not given this address, or one that it lies below, to the program.',
    cure: 'Have the operator add it with "rubrica client set ID --return ADDRESS", or use one that is registered.',
  },
  SIGNER_HAS_OPENED: {
    title: 'The signer has seen the document already',
    cause: 'What somebody has to read or agree to does not change once they have opened the document.',
    cure: 'Leave it as it is, or withdraw the document and send it again.',
  },
  STAGE_BEGUN: {
    title: 'The stage has begun',
    cause: 'People of this stage are asked already, or have signed.',
    cure: 'Move signers only between stages whose turn has not come.',
  },
  SOMEBODY_HAS_SIGNED: {
    title: 'Somebody has signed',
    cause: 'The fields of a document are made before its first signature; people and places do not change after it.',
    cure: 'Send the file again (POST /v1/documents/{docGuid}/copies) to other people or with other places.',
  },
  REMINDED_RECENTLY: {
    title: 'Everybody was reminded just now',
    cause: 'Nobody is reminded of one document more than once in four hours.',
    cure: 'Wait until the moment that “Details” names as RemindableAt.',
  },
  ARCHIVE_TOO_LARGE: {
    title: 'The archive would be too large',
    cause: 'The files together have more than 512 MiB (536,870,912 bytes).',
    cure: 'Ask for fewer files (the query part “files”), or fetch each of them alone.',
  },
  BULK_ACT_UNDER_WAY: {
    title: 'The act on several documents is not over, or is no download',
    cause: 'An archive is there once each document has its result, and only of the act “download”.',
    cure: 'Ask for its state (GET /api/v1/bulk-acts/{bulkGuid}) until endedAt is set.',
  },
  BULK_ACT_NOT_FOUND: {
    title: 'There is no such act on several documents',
    cause: 'None has this id: its 30 days are over, or it is somebody else’s.',
    cure: 'Use an id that a POST to /api/v1/bulk-acts answered, with a token of the same program or person.',
  },
  FILTER_NOT_FOUND: {
    title: 'There is no such filter',
    cause: 'No saved filter has this id, or it is somebody else’s.',
    cure: 'Look at the list of your filters (GET /api/v1/filters), or keep it under a new id.',
  },
  TOO_MANY_FILTERS: {
    title: 'There are too many filters',
    cause: 'You have as many filters in this subscription as may be kept.',
    cure: 'Delete one of them. “Details” says how many there may be.',
  },
  POSITION_INVALID: {
    title: 'A signature does not fit where it was placed',
    cause: 'The page does not exist, or the box reaches over its edge.',
    cure: 'Positions are in points from the lower left corner of the page as it is shown, and pages count from 1.',
  },
  ANCHOR_NOT_FOUND: {
    title: 'The words that place a signature are not in the document',
    cause:
      'The text of the pages that were looked through does not have them, or not so many times. “Details” says in ' +
      '“From” and “To” which pages these were. Text in pictures, as in a scan, cannot be found.',
    cure: 'Write the words as one line of the document has them, or give the place in numbers.',
  },
  PAGE_NOT_FOUND: {
    title: 'There is no such page',
    cause: 'The document has fewer pages. “Details” says how many.',
    cure: 'Pages count from 1.',
  },
  PAGE_NOT_RENDERABLE: {
    title: 'This page cannot be shown',
    cause: 'It is damaged, or takes more time or memory than a page may.',
    cure: 'The file can still be sent; place the signatures on another page, or by numbers.',
  },
  PDF_REFUSED: {
    title: 'This file cannot be taken in',
    cause:
      'It is no PDF, is damaged, has no or too many pages, or its author allows no further signatures. “Details” has the reason.',
    cure: 'Open the file in another program and export it as PDF again. A file that must not be changed cannot be signed here.',
  },
  PDF_ENCRYPTED: {
    title: 'The file is encrypted',
    cause:
      'An encrypted file cannot be signed as it is, and one that is signed as well would lose its signatures by decrypting it.',
    cure: 'Agree that it is kept without its encryption (member “decrypt” when sending), or send a file without encryption.',
  },
  PDF_PASSWORD_NEEDED: {
    title: 'The file opens only with its password',
    cause: 'The password is missing or wrong.',
    cure: 'Send the right password in the member “decrypt”. It is used once and not kept.',
  },
  PDF_TOO_COMPLEX: {
    title: 'The file takes more time or memory than a document may',
    cause:
      'Reading it went over a limit. Files that were made to exhaust a program do that, and a few very large ones.',
    cure: 'Export the file again with another program, or in parts.',
  },
  DOCUMENT_DAMAGED: {
    title: 'The server does not have this document whole',
    cause: 'A stored part is missing or was changed. The operator was told.',
    cure: 'Ask the operator, who can restore it from a backup.',
  },
  RATE_LIMITED: {
    title: 'Too many requests',
    cause: 'There were more requests from your address within a minute than the server takes.',
    cure: `${WAIT_AND_REPEAT} Send fewer at once.`,
  },
  INTERNAL_ERROR: {
    title: 'Something went wrong in the server',
    cause: 'This is a fault of the server. It was noted under the id in “instance”.',
    cure: 'Tell the operator that id. Repeating a POST is safe with an Idempotency-Key.',
  },
  TEMPORARILY_UNAVAILABLE: {
    title: 'The server cannot answer for the moment',
    cause: 'Something that the server stands on is away, or too many large files arrive at once.',
    cure: WAIT_AND_REPEAT,
  },
}
