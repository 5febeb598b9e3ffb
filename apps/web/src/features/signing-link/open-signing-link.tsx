import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { environmentOfAddress } from '../../shared/api/environment.ts'
import { guestCalls } from '../../shared/api/guest-calls.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { SigningLink } from '../../shared/session/signing-link.ts'
import { Button } from '../../shared/ui/button.tsx'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { LinkEnd, type LinkOutcome } from './link-end.tsx'

/** What a link has opened: the document, or the proof that comes before it. */
export type Opened = { readonly link: SigningLink } & ({ readonly token: string } | { readonly invitation: string })

interface OpenProps {
  id: string
  secret: string
  /** The query of the address, which may name the environment. */
  search: string
  onOpen: (opened: Opened) => void
}

/** Uses up the link, once; says why where it opens nothing. */
export function OpenSigningLink({ id, secret, search, onOpen }: OpenProps) {
  const t = useText()
  const errorText = useErrorText()
  const { mutate, error } = useMutation({
    mutationFn: () => guestCalls(environmentOfAddress(search)).openSigningLink({ body: { Secret: secret } }),
    onSuccess: ({ DocGUID, SignerGUID, ProgramName, ReturnUrl, FrameOrigins, Session, Invitation }) => {
      const link = {
        ...{ id, docGuid: DocGUID, signerGuid: SignerGUID, programName: ProgramName, returnUrl: ReturnUrl },
        ...{ frameOrigins: FrameOrigins, isGuest: Session === undefined, isOwnWindow: false, sharesSession: false },
      }
      onOpen(Session ? { link, token: Session.access_token } : { link, invitation: Invitation ?? '' })
    },
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  if (error === null) return <BusyStatus words={t('signingLink.opening')} />
  const outcome = outcomeOf(error, id)
  if (outcome) return <LinkEnd {...outcome} />
  return (
    <>
      <Notice tone="bad">{errorText(error)}</Notice>
      <Button kind="primary" onClick={() => mutate()}>
        {t('common.tryAgain')}
      </Button>
    </>
  )
}

const STATES = ['used', 'void', 'expired', 'over'] as const
const textOf = (fact: unknown) => (typeof fact === 'string' ? fact : '')

/** Undefined for a failure after which the link may open still. */
function outcomeOf(error: Error, id: string): LinkOutcome | undefined {
  if (!(error instanceof ApiError)) return undefined
  if ([400, 404].includes(error.status)) return { how: 'unknown' }
  if (error.code !== 'SIGNING_LINK_OVER') return undefined
  const { State, DocGUID, SignerGUID, ProgramName, ReturnUrl, FrameOrigins } = error.details ?? {}
  const how = STATES.find((state) => state === State) ?? 'over'
  const link = {
    ...{ id, docGuid: textOf(DocGUID), signerGuid: textOf(SignerGUID), programName: textOf(ProgramName) },
    ...{ returnUrl: textOf(ReturnUrl), isGuest: false, isOwnWindow: false, sharesSession: false },
    frameOrigins: Array.isArray(FrameOrigins) ? FrameOrigins.map(textOf) : [],
  }
  return { how, link }
}
