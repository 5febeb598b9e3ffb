import type { ProgramProblem } from '@rubrica/contract'
import type { ProblemText } from './problem-text.ts'

/** Of what is done with a document that was sent, and of the people on it. */
export const CHANGE_TEXTS = {
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
  PASSING_NOT_ASKED: {
    title: 'The signer has asked for nothing',
    cause: 'The signer has named nobody in their place, has taken it back, or was answered.',
    cure: 'Ask for the state of the document: “passing” of a signer says whom they have named.',
  },
  SUCCESSOR_UNKNOWN: {
    title: 'The person who was named cannot sign',
    cause: 'They are no active person of the subscription any more, or nothing but an address is known of them.',
    cure: 'Decline, or put somebody else in the place of the signer.',
  },
  SUCCESSOR_HAS_PART: {
    title: 'The person who was named is on the document already',
    cause: 'They sign it themselves, or approve it before this signer.',
    cure: 'Decline, or put somebody else in the place of the signer.',
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
} satisfies { readonly [Problem in ProgramProblem]?: ProblemText }
