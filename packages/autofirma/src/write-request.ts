import { encodeBase64, encodeForAddress } from './base64.ts'
import type { LocalDocument } from './connection.ts'

/**
 * The texts that the application is sent, byte by byte as the real one (1.9) was measured to take them.
 *
 * It reads parameters by name, but older ones were tried with this order only. Values are base64url, because it does
 * not unescape them. `headless` is never sent: with it, one certificate and a store without password it would sign
 * without any dialog.
 */

/** With v=4 and jvc=4 it answers `#wait` instead of nothing, and errors as `err-`. */
const PROTOCOL = 'v=4&jvc=4'
/** Whatever the kind of key: for an elliptic one it takes the hash from here and makes ECDSA of it (spec §9). */
export const SIGNATURE_ALGORITHM = 'SHA512withRSA'
/** Signs the bytes as they are and answers the bare value. */
const FORMAT = 'NONE'

const encoder = new TextEncoder()

export interface RequestContext {
  readonly connectionId: string
  /** Filters of certificates, as the application writes them: `nonexpired:`, `signingcert:`… */
  readonly filters: readonly string[]
  /** Shown in the application's window. */
  readonly appName: string
}

export const launchAddress = (connectionId: string, ports: readonly number[]): string =>
  `afirma://websocket?ports=${ports.join(',')}&${PROTOCOL}&idsession=${connectionId}`

/** Never `localhost`: it may be ::1, whose connections the application refuses and its certificate does not name. */
export const socketAddress = (port: number): string => `wss://127.0.0.1:${port}`

export const echoRequest = (connectionId: string): string => `echo=-idsession=${connectionId}@EOF`

export const resultRequest = (connectionId: string): string => `getresult?idsession=${connectionId}`

export function selectRequest(context: RequestContext): string {
  const { connectionId } = context
  return `afirma://selectcert?op=selectcert&idsession=${connectionId}&properties=${properties(context)}&sticky=true`
}

export function signRequest(context: RequestContext, toBeSigned: Uint8Array): string {
  const { connectionId, appName } = context
  return (
    `afirma://sign?op=sign&idsession=${connectionId}&algorithm=${SIGNATURE_ALGORITHM}&format=${FORMAT}` +
    `&properties=${properties(context)}&sticky=true&appname=${encodeURIComponent(appName)}` +
    `&dat=${encodeForAddress(toBeSigned)}`
  )
}

/** A batch that the application signs by itself: no address is called. One that fails leaves the others signed. */
export function batchRequest(context: RequestContext, documents: readonly LocalDocument[]): string {
  const batch = {
    algorithm: SIGNATURE_ALGORITHM,
    format: FORMAT,
    suboperation: 'sign',
    stoponerror: false,
    extraparams: encodeBase64(propertyLines(context)),
    singlesigns: documents.map(({ id, toBeSigned }) => ({ id, datareference: encodeBase64(toBeSigned) })),
  }
  return (
    `afirma://batch?op=batch&idsession=${context.connectionId}&properties=${properties(context)}&sticky=true` +
    `&needcert=true&dat=${encodeForAddress(encoder.encode(JSON.stringify(batch)))}` +
    '&jsonbatch=true&localBatchProcess=true'
  )
}

const properties = (context: RequestContext): string => encodeForAddress(propertyLines(context))

/** Java-properties lines; several filters are one value, all of which must hold. */
function propertyLines({ filters }: RequestContext): Uint8Array {
  const lines = filters.length === 0 ? [] : [`filters=${escapeProperty(filters.join(';'))}`]
  return encoder.encode(lines.join('\n'))
}

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' }

/** A value as `java.util.Properties` reads it back: a backslash before what would mean something, ASCII only. */
const escapeProperty = (value: string): string =>
  value
    .replace(/[\\\n\r\t\f]/g, (character) => NAMED[character] ?? character)
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/^ /, '\\ ')
