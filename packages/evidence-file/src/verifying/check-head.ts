/** The head of the log that this document's chain is in, and the timestamp over it. */
import { createPublicKey, verify } from 'node:crypto'
import { checkTimestampToken, CodedError } from '@rubrica/pki'
import { NAMES } from '../format.ts'
import { rootOfProof } from '../log/merkle-tree.ts'
import { parseJson } from '../reading/read-evidence-file.ts'
import { sha256Of } from '../sha256-of.ts'
import { hashesOfChain } from './check-log.ts'
import type { Contents } from './contents.ts'
import { openStep, type Step, stepOf } from './step.ts'

interface Head {
  readonly format?: unknown
  readonly subscriptionId?: unknown
  readonly until?: unknown
  readonly treeSize?: unknown
  readonly treeRoot?: unknown
}

/** @param headKey PEM that the installation published elsewhere */
export function checkHead(contents: Contents, headKey: string | undefined): Step {
  const { files } = contents
  const canonical = files.get(NAMES.head)
  if (!canonical) return openStep('head', 'No head of the log stood for these events yet when this was made.')
  const head = (parseJson(canonical) ?? {}) as Head
  const pem = files.get(NAMES.headKey)?.toString('utf8') ?? ''
  const faults = [...comparePath(contents, head)]
  if (head.subscriptionId !== contents.manifest.subscriptionId) faults.push(`${NAMES.head} is of another log`)
  if (!isSigned(canonical, pem, files.get(NAMES.headSignature))) faults.push(`${NAMES.headSignature} does not hold`)
  if (headKey !== undefined && fingerprintOf(headKey) !== fingerprintOf(pem))
    faults.push(`${NAMES.headKey} is not the key that you named`)
  const whose =
    headKey === undefined
      ? ` Compare its key with the one that the institution published: SHA-256 ${fingerprintOf(pem) ?? 'unreadable'}.`
      : ''
  return stepOf(
    'head',
    {
      proved: `The events are in the head of the log of ${String(head.until)}.${whose}`,
      failed: 'The events are not in the head of the log.',
    },
    faults,
  )
}

function* comparePath({ manifest, headPath, lines }: Contents, head: Head): Iterable<string> {
  if (!headPath) {
    yield `${NAMES.headPath} is missing`
    return
  }
  const [documentId, sequence, hash] = headPath.leaf.split(':')
  if (documentId !== manifest.documentId) yield `${NAMES.headPath} is the way of another document`
  if (hashesOfChain(lines)[Number(sequence) - 1] !== hash) yield `${NAMES.headPath} begins at no event of the chain`
  const path = headPath.path.map((node) => Buffer.from(String(node), 'hex'))
  const root = rootOfProof({ ...headPath, path })?.toString('hex')
  if (root !== head.treeRoot || headPath.size !== head.treeSize)
    yield `${NAMES.headPath} does not lead to ${NAMES.head}`
}

function isSigned(canonical: Buffer, pem: string, signature: Buffer | undefined): boolean {
  try {
    return signature !== undefined && verify('sha256', canonical, createPublicKey(pem), signature)
  } catch {
    return false
  }
}

/** Of the key as it is encoded, whichever way its PEM is wrapped; undefined for what is no key. */
function fingerprintOf(pem: string): string | undefined {
  try {
    return sha256Of(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
  } catch {
    return undefined
  }
}

/** @param anchors DER of the authorities of timestamps that are trusted */
export function checkTimestamp({ files }: Contents, anchors: readonly Uint8Array[]): Step {
  const [message, token] = [files.get(NAMES.head), files.get(NAMES.headToken)]
  if (!message || !token) return openStep('timestamp', 'No timestamp stood over a head when this was made.')
  try {
    const { time } = checkTimestampToken(token, { message, ...(anchors.length > 0 && { trustAnchors: anchors }) })
    const when = `The head existed at ${time.toISOString()}`
    if (anchors.length === 0) return openStep('timestamp', `${when}, as an authority says that you did not name.`)
    return stepOf('timestamp', { proved: `${when}, as the authority of timestamps says.`, failed: '' }, [])
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const fault = `${NAMES.headToken}: ${error.message}`
    return stepOf('timestamp', { proved: '', failed: 'The timestamp over the head does not hold.' }, [fault])
  }
}
