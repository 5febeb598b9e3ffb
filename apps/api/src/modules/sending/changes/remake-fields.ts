/** The fields of all signers made anew, on the file as it came, for other people or other places. */
import { createHash } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { DocumentKey, DocumentObjects } from '../../../ports/object-store.ts'
import type { DocumentBytes } from '../../pending-documents/ports.ts'
import { findPlaces } from '../find-places.ts'
import type { OrderedSigner } from '../ports.ts'
import { checkPages, fieldsOf, inspectWhole, type PdfPorts } from '../take-in-pdf.ts'
import type { RemadeFields, Slot, Slots } from './ports.ts'

export interface RemakePorts extends PdfPorts {
  readonly bytes: DocumentBytes
  readonly objects: DocumentObjects
}

/** Somebody whose places are new. */
export interface WantedPlaces extends Pick<OrderedSigner, 'positions'> {
  readonly signerId: string
  readonly ordinal: number
  /** Of this signer in the body of the request. */
  readonly path: readonly (string | number)[]
}

interface RemakeWish {
  readonly key: DocumentKey
  readonly now: Slots
  /** Ids of signers who lose their slot. */
  readonly removed: readonly string[]
  /** Of new signers, and of others whose signature stands elsewhere from now on. */
  readonly wanted: readonly WantedPlaces[]
  /** Called with the bytes of the file before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
}

/**
 * Writes the update that holds the fields of everybody; no row names it yet.
 * @throws {PortalError} POSITION_INVALID, ANCHOR_NOT_FOUND, PDF_REFUSED, DOCUMENT_DAMAGED
 */
export async function remakeFields(ports: RemakePorts, wish: RemakeWish): Promise<RemadeFields> {
  const { key, now, wanted, onLength } = wish
  const { documentId } = key
  const { bytes } = await ports.bytes.load(documentId, { revision: 0, onLength })
  const { base, pageCount, sizeOf } = await inspectWhole(ports.pdf, ports.pdf.share(bytes), {
    decrypt: undefined,
    fields: [],
  })
  const file = { images: ports.images, key: `intake:${documentId}`, base, pageCount, sizeOf }
  const places = await inBody(wanted, async () => {
    const found = await findPlaces(file, { signers: wanted })
    checkPages(found, pageCount)
    return found
  })
  const made = wanted.map(({ signerId, ordinal }, index): Slot => ({
    ...{ signerId, ordinal },
    fields: fieldsOf(places[index]!, { documentId, ordinal }),
  }))
  const isOther = new Set([...wish.removed, ...wanted.map(({ signerId }) => signerId)])
  const slots = [...now.slots.filter(({ signerId }) => !isOther.has(signerId)), ...made]
  const inOrder = slots.toSorted((one, other) => one.ordinal - other.ordinal)
  const tail = await ports.pdf.createFields(
    base,
    inOrder.flatMap(({ fields }) => fields),
  )
  return {
    version: now.version,
    slots: inOrder,
    objectId: await ports.objects.write(key, tail),
    baseLength: base.length,
    length: tail.length,
    digest: createHash('sha256').update(base).update(tail).digest(),
    sizeOf,
  }
}

/** Refusals name the place in the order of sending (`description.signers.0`); here it is one of the body. */
export async function inBody<T>(
  signers: readonly { readonly path: readonly (string | number)[] }[],
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof PortalError) || error.faults.length === 0) throw error
    const faults = error.faults.map((fault) => {
      const [list, index, ...rest] = fault.path
      const signer = list === 'signers' ? signers[Number(index)] : undefined
      return signer ? { ...fault, root: 'body', path: [...signer.path.map(String), ...rest] } : fault
    })
    const [first] = faults
    const facts = { ...error.facts, ...('Field' in error.facts && { Field: ['body', ...first!.path].join('.') }) }
    throw new PortalError(error.code, error.message, { cause: error, facts, faults })
  }
}
