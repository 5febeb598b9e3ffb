import { ownerOf } from '../../modules/owner.ts'
import { cancelOnce } from '../../modules/sending/cancel-document.ts'
import { sendDispatch } from '../../modules/sending/send-dispatch.ts'
import { sendDocument, type SendPorts } from '../../modules/sending/send-document.ts'
import { showSigningMeans, type SigningMeansPorts } from '../../modules/sending/show-signing-means.ts'
import type { Handlers } from '../bind/call-types.ts'
import { describeSent } from './describe-sent.ts'
import { readSendParts } from './read-send-parts.ts'

export type SendingRoutePorts = SendPorts & SigningMeansPorts & { readonly fileLimit: number }

type SendingCalls = 'sendDocument' | 'sendDispatch' | 'suggestPeople' | 'signingMeans' | 'teams' | 'cancelDocument'

const MOST_SUGGESTIONS = 8

export function sendingHandlers(ports: SendingRoutePorts): Pick<Handlers, SendingCalls> {
  return {
    sendDocument: async ({ caller, headers, body, answerRoom }) => {
      const idempotencyKey = headers['idempotency-key']
      const onLength = (bytes: number) => answerRoom.take(bytes)
      if (!(Symbol.asyncIterator in body)) {
        const { file: id, ...order } = body
        const file = { owner: ownerOf(caller), id, onLength }
        return describeSent(await sendDocument(ports, { sender: caller, idempotencyKey, file, attachments: [], order }))
      }
      const parts = await readSendParts(body, ports.fileLimit)
      return describeSent(await sendDocument(ports, { ...parts, sender: caller, idempotencyKey }))
    },
    sendDispatch: async ({ caller, headers, body, answerRoom }) => {
      const { id, documents } = await sendDispatch(ports, {
        ...body,
        sender: caller,
        idempotencyKey: headers['idempotency-key'],
        onLength: (bytes) => answerRoom.take(bytes),
      })
      return { guid: id, documents: documents.map((document) => ({ guid: document.id, fileName: document.fileName })) }
    },
    suggestPeople: async ({ caller, query }) => ({
      data: await ports.store.suggestPeople(caller.subscriptionId, { text: query.text, most: MOST_SUGGESTIONS }),
    }),
    teams: async ({ caller }) => ({
      data: (await ports.store.teamsOf(caller)).map(({ id, name }) => ({ guid: id, name })),
    }),
    signingMeans: async ({ caller, query }) => {
      const { certificates, types } = await showSigningMeans(ports, caller.subscriptionId, query.userId)
      const described = certificates.map(({ id, alias, type, notAfter }) => ({
        ...{ guid: id, alias, type },
        notAfter: notAfter.toISOString(),
      }))
      return { certificates: described, types: [...types] }
    },
    cancelDocument: async ({ caller, params, headers, body }) => {
      await cancelOnce(ports, {
        sender: caller,
        documentId: params.docGuid,
        reason: body?.reason ?? '',
        key: headers['idempotency-key'],
      })
      return null
    },
  }
}
