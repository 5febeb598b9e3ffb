import { judgeHolder, PortalError, type HolderKind, type HolderVerdict, type UnknownHolderRule } from '@rubrica/domain'
import type { CertificateFiles } from './certificates/ports.ts'

export interface HolderRule {
  readonly files: Pick<CertificateFiles, 'holderOf'>
  /** What is done with certificates that do not say whose they are. */
  readonly unknownHolders: UnknownHolderRule
}

/** Whose the certificates are that providers make. */
export interface MadeHolders extends HolderRule {
  readonly people: { readonly find: (userId: string) => Promise<{ readonly legalId: string } | undefined> }
}

/** Whose a certificate is, as people read it, and whether that is the person who wants to sign with it. */
export interface Holder {
  readonly kind: HolderKind
  readonly name: string
  readonly organisation: string | null
  readonly verdict: HolderVerdict
  /** For this person, as far as that depends on whose it is. */
  readonly maySign: boolean
}

/** A certificate and the person in whose hands it is here. */
export interface HeldCertificate {
  readonly certificate: Uint8Array
  /** Of the person, as the operator registered it. */
  readonly legalId: string
  readonly dn: string
}

/** Whose a certificate is. */
export function findHolder(needs: HolderRule, { certificate, legalId, dn }: HeldCertificate): Holder {
  const { kind, name, organisation, ...stated } = needs.files.holderOf(certificate)
  const verdict = judgeHolder(stated, legalId)
  const maySign = verdict === 'same' || (verdict === 'unknown' && needs.unknownHolders === 'warn')
  return { kind, name: name ?? dn, organisation, verdict, maySign }
}

/**
 * The holder of a certificate that may be kept for this person.
 * @throws {PortalError} CERTIFICATE_FOREIGN, HOLDER_UNKNOWN (where the operator refuses those), both with Holder,
 *   Organisation and Kind
 */
export function requireOwn(needs: HolderRule, held: HeldCertificate): Holder {
  const holder = findHolder(needs, held)
  const facts = { Holder: holder.name, Organisation: holder.organisation, Kind: holder.kind }
  if (holder.maySign) return holder
  if (holder.verdict === 'another') {
    throw new PortalError('CERTIFICATE_FOREIGN', 'This certificate belongs to somebody else', { facts })
  }
  throw new PortalError('HOLDER_UNKNOWN', 'This certificate does not say that it is this user’s', { facts })
}

/**
 * The holder of a certificate that may sign for this person. Of one that does not say whose it is, the person has seen
 * the name and says so.
 * @param confirmed the name that the person has confirmed, if any
 * @throws {PortalError} those of requireOwn; HOLDER_UNCONFIRMED with the same facts
 */
export function requireConfirmed(needs: HolderRule, held: HeldCertificate, confirmed: string | undefined): Holder {
  const holder = requireOwn(needs, held)
  if (holder.verdict === 'same' || confirmed === holder.name) return holder
  throw new PortalError('HOLDER_UNCONFIRMED', 'The certificate does not say whose it is: its name is to be confirmed', {
    facts: { Holder: holder.name, Organisation: holder.organisation, Kind: holder.kind },
  })
}

/**
 * Whose a certificate is that was made for this person. The name in it is the one that was shown when they were asked.
 * @throws {PortalError} CERTIFICATE_FOREIGN, HOLDER_UNKNOWN, USER_NOT_FOUND
 */
export async function requireOwnMade(
  needs: MadeHolders,
  userId: string,
  made: Omit<HeldCertificate, 'legalId'>,
): Promise<Holder> {
  const person = await needs.people.find(userId)
  if (!person) throw new PortalError('USER_NOT_FOUND', 'There is no such user.')
  return requireOwn(needs, { ...made, legalId: person.legalId })
}
