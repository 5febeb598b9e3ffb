import type { ProgramProblem } from '@rubrica/contract'
import { CHANGE_TEXTS } from './change-texts.ts'
import type { ProblemText } from './problem-text.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'
import { TEMPLATE_TEXTS } from './template-texts.ts'

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
  FACTOR_NEEDED: {
    title: 'A second factor is needed',
    cause:
      'The call is made in the session of a person who has a second factor and has not shown it within ten minutes.',
    cure: 'Have the person show it in the portal. Tokens of programs and personal keys are not asked.',
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
  ...TEMPLATE_TEXTS,
  ...CONTACT_TEXTS,
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
  ...CHANGE_TEXTS,
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
  DOCUMENT_NOT_OVER: {
    title: 'The document is not over',
    cause:
      'Evidence is made of a document once everybody has signed it, or once it was rejected, withdrawn or expired.',
    cure: 'Ask again when its state is no longer “open”.',
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
