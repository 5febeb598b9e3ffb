/** What a sender changes of a document after it was sent, and what is made of it. */
import type { DocumentChange } from '@rubrica/contract'
import { changeDocument, type ChangePorts, type ChangeRequest } from '../../modules/sending/changes/change-document.ts'
import { copyDocument, type CopyPorts } from '../../modules/sending/changes/copy-document.ts'
import { remindableAt, remindPeople } from '../../modules/sending/changes/remind-people.ts'
import type { RemindedPerson } from '../../modules/sending/changes/ports.ts'
import { replaceSigner } from '../../modules/sending/changes/replace-signer.ts'
import { drawSent, showPlaces, type PlacesPorts } from '../../modules/sending/changes/show-places.ts'
import { answerPassing, type AnswerPorts } from '../../modules/sending/passing-on/answer-passing.ts'
import type { SentDocument } from '../../modules/sending/ports.ts'
import type { Handlers } from '../bind/call-types.ts'
import { jsonAnswer } from '../lists/json-answer.ts'
import { entityTag, readIfMatch } from '../preconditions/if-match.ts'
import { answerPages } from './answer-pages.ts'
import { describeSent } from './describe-sent.ts'
import { describePages } from './uploads.ts'

type ChangeCalls = 'changeDocument' | 'replaceSigner' | 'answerPassing' | 'remindPeople' | 'copyDocument'

/** A document with the tag that a change of it takes. */
export const answerSent = (document: SentDocument) =>
  jsonAnswer(describeSent(document), { etag: entityTag(document.version) })

export function changeHandlers(ports: ChangePorts & CopyPorts & AnswerPorts): Pick<Handlers, ChangeCalls> {
  return {
    changeDocument: async ({ caller, params, headers, body, answerRoom }) => {
      const document = await changeDocument(ports, {
        watcher: caller,
        documentId: params.docGuid,
        precondition: readIfMatch(headers['if-match']),
        asked: toRequest(body),
        reason: body.reason ?? '',
        onLength: (bytes) => answerRoom.take(bytes),
      })
      return answerSent(document)
    },
    replaceSigner: async ({ caller, params, headers, body: { reason = '', ...person } }) => {
      const document = await replaceSigner(ports, {
        watcher: caller,
        documentId: params.docGuid,
        signerId: params.sentSignerGuid,
        person,
        reason,
        idempotencyKey: headers['idempotency-key'],
      })
      return answerSent(document)
    },
    answerPassing: async ({ caller, params, headers, body: { agree, reason = '', askedAt } }) => {
      const document = await answerPassing(ports, {
        watcher: caller,
        ...{ documentId: params.docGuid, signerId: params.sentSignerGuid, agree, reason },
        askedAt: askedAt === undefined ? undefined : new Date(askedAt),
        idempotencyKey: headers['idempotency-key'],
      })
      return answerSent(document)
    },
    remindPeople: async ({ caller, params, headers, body }) => {
      const { reminded, tooSoon } = await remindPeople(ports, {
        watcher: caller,
        documentId: params.docGuid,
        people: body?.people,
        idempotencyKey: headers['idempotency-key'],
      })
      return {
        reminded: reminded.map(toPerson),
        tooSoon: tooSoon.map((one) => ({
          ...toPerson(one),
          remindableAt: remindableAt(one.remindedAt).toISOString(),
        })),
      }
    },
    copyDocument: async ({ caller, params, headers, body, answerRoom }) => {
      const { file, attachments, addressees } = await copyDocument(ports, {
        watcher: caller,
        documentId: params.docGuid,
        file: body.file,
        idempotencyKey: headers['idempotency-key'],
        onLength: (bytes) => answerRoom.take(bytes),
      })
      return { file, attachments: [...attachments], addressees: addressees.map((ids) => [...ids]) }
    },
  }
}

/** Where signatures stand, and the pages to see them on. */
export function placesHandlers(ports: PlacesPorts): Pick<Handlers, 'sentDocumentPlaces' | 'sentDocumentPage'> {
  return {
    sentDocumentPlaces: async ({ caller, params, answerRoom }) => {
      const onLength = (bytes: number) => answerRoom.take(bytes)
      const shown = await showPlaces(ports, { watcher: caller, documentId: params.docGuid, onLength })
      const { pages, findings, signers, version } = shown
      const places = {
        ...describePages({ pages, findings }),
        signers: signers.map(({ id, positions }) => ({ guid: id, positions: [...positions] })),
      }
      return jsonAnswer(places, { etag: entityTag(version) })
    },
    sentDocumentPage: async ({ caller, params, query: { width, count }, ifNoneMatch, answerRoom }) => {
      const onLength = (bytes: number) => answerRoom.take(bytes)
      const document = { watcher: caller, documentId: params.docGuid, onLength }
      return answerPages(await drawSent(ports, document, { page: params.page, width, count, known: ifNoneMatch }))
    },
  }
}

const toPerson = ({ id, name, isApprover }: RemindedPerson) => ({ guid: id, name, isApprover })

function toRequest({ deadline, signers = [], attachments = [], ...asked }: DocumentChange): ChangeRequest {
  const { addSigners = [], removeSigners = [] } = asked
  const { fileName, description, tags, message, team, passingOn, copies } = asked
  const date = typeof deadline === 'string' ? new Date(deadline) : deadline
  const fields = { fileName, description, tags, message, deadline: date, team, passingOn }
  const named = Object.entries(fields).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(named) as typeof fields),
    ...{ signers, addSigners, removeSigners, attachments, copies },
  }
}
