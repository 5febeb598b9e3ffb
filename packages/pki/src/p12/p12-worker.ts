/**
 * The short-lived process in which an untrusted PKCS#12 file is opened.
 *
 * It gets one request over its channel, gives one answer and ends. It has an empty environment, little memory and
 * little time; whatever the file does to it, the process that asked only sees it end.
 *
 * RFC 7292.
 */
import { PkiError } from '../pki-error.ts'
import { DerError } from '../der/der-reader.ts'
import { collectP12Keys } from './collect-p12-keys.ts'
import type { P12Answer, P12Request } from './p12-messages.ts'
import { readPfx } from './read-pfx.ts'

function answer({ bytes, password, maxRounds }: P12Request): P12Answer {
  try {
    return { contents: collectP12Keys(readPfx(bytes, password, maxRounds)) }
  } catch (error) {
    if (error instanceof PkiError) return { error: { code: error.code, facts: error.facts } }
    if (error instanceof DerError) return { error: { code: 'P12_DAMAGED', facts: { detail: error.message } } }
    // node:crypto rejects parameters that no writer would choose; its words may repeat parts of the file.
    return { error: { code: 'P12_DAMAGED', facts: { detail: 'A parameter is out of range' } } }
  }
}

process.once('message', (request: P12Request) => {
  process.send?.(answer(request), () => process.disconnect())
})
