import { ApiError } from '@rubrica/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowRight, Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { guestCalls } from '../../shared/api/guest-calls.ts'
import { environmentOfAddress } from '../../shared/api/environment.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { InvitationHead } from './invitation-end.tsx'
import styles from './invitation.module.css'

const MAX_CODE = 12

/** A session that opens one document alone. */
export interface OpenedByInvitation {
  readonly token: string
  readonly docGuid: string
  /** Everybody has signed it: nothing is decided any more. */
  readonly isCopy: boolean
}

type Calls = ReturnType<typeof guestCalls>
type Facts = Awaited<ReturnType<Calls['invitation']>>
type Way = Facts['Proofs'][number]

interface InvitationProps {
  /** Of the link in the mail. */
  secret: string
  /** The query of the address, which may name the environment. */
  search: string
  onOpen: (opened: OpenedByInvitation) => void
}

const isUnknown = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)

/** Who asks for what, the proof that the address is the person's, and what to do with a link that opens nothing. */
export function Invitation({ secret, search, onOpen }: InvitationProps) {
  const t = useText()
  const errorText = useErrorText()
  const calls = guestCalls(environmentOfAddress(search))
  const facts = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) => calls.invitation({ body: { Secret: secret }, signal }),
    enabled: secret !== '',
    gcTime: 0,
    staleTime: Infinity,
  })
  if (secret === '' || isUnknown(facts.error)) {
    return <InvitationHead title={t('invitation.unknown')} text={t('invitation.unknownText')} />
  }
  if (facts.error) return <Notice tone="bad">{errorText(facts.error)}</Notice>
  if (!facts.data) return <BusyStatus words={t('invitation.checking')} />
  if (facts.data.State !== 'open') return <DeadInvitation {...{ calls, secret }} facts={facts.data} />
  return <Proofs {...{ calls, secret, onOpen }} facts={facts.data} onOver={() => void facts.refetch()} />
}

interface StepProps {
  calls: Calls
  secret: string
  facts: Facts
}

/** Says what to do with a link that opens nothing: a new one goes to the same address. */
function DeadInvitation({ calls, secret, facts: { State, Email } }: StepProps) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useMutation({ mutationFn: () => calls.askInvitationAgain({ body: { Secret: secret } }) })
  const state = State === 'open' ? 'over' : State
  return (
    <div className={styles.form}>
      <InvitationHead title={t(`invitation.${state}`)} text={t(`invitation.${state}Text`, { address: Email })} />
      {renew.isError && <Notice tone="bad">{errorText(renew.error)}</Notice>}
      {renew.isSuccess && (
        <div role="status">
          <Notice tone="info">{t('invitation.renewed', { address: Email })}</Notice>
        </div>
      )}
      {state !== 'over' && !renew.isSuccess && (
        <Button kind="primary" size="large" icon={Mail} busy={renew.isPending} onClick={() => renew.mutate()}>
          {t('invitation.renew')}
        </Button>
      )}
    </div>
  )
}

/** What is left of the tries, when the server says that a code was wrong; undefined for other failures. */
function triesLeft(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'INVITATION_CODE_WRONG') return undefined
  const left: unknown = error.details?.TriesLeft
  return typeof left === 'number' ? left : 0
}

const isOver = (error: unknown) => error instanceof ApiError && error.code === 'INVITATION_OVER'

type ProofsProps = StepProps & Pick<InvitationProps, 'onOpen'> & { onOver: () => void }

/** Sends the code of one proof after the other, and gives them. */
function useProofs({ calls, secret, facts, onOpen, onOver }: ProofsProps) {
  const [way, setWay] = useState<Way>(facts.Proofs[0] ?? 'email')
  const [code, setCode] = useState('')
  const onError = (error: unknown) => {
    if (isOver(error)) onOver()
  }
  const send = useMutation({ mutationFn: () => calls.sendInvitationCode({ body: { Secret: secret } }), onError })
  const prove = useMutation({
    mutationFn: () => calls.proveInvitation({ body: { Secret: secret, Code: code } }),
    onSuccess: ({ Next, Session }) => {
      if (Session) return onOpen({ token: Session.access_token, docGuid: Session.DocGUID, isCopy: facts.IsSigned })
      if (Next !== 'phone') return
      setWay('phone')
      setCode('')
      send.reset()
      prove.reset()
    },
    onError,
  })
  const sendAgain = () => {
    prove.reset()
    setCode('')
    send.mutate()
  }
  return { way, code, setCode, send, prove, sendAgain }
}

/** The address, and then the phone where the sender asks for it. */
function Proofs(props: ProofsProps) {
  const t = useText()
  const { facts } = props
  const proofs = useProofs(props)
  const { way, code, send, prove } = proofs
  const { SenderName: sender, FileName: file, IsSigned: isSigned } = facts
  const askedBySomebody =
    sender === '' ? t('invitation.asksWithoutSender', { file }) : t('invitation.asks', { sender, file })
  const asked = isSigned ? t('invitation.copyAsks', { file }) : askedBySomebody
  const to = way === 'email' ? facts.Email : facts.Phone
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (send.isSuccess && code !== '' && !prove.isPending) prove.mutate()
      }}
    >
      <InvitationHead title={t(isSigned ? 'invitation.copyHeading' : 'invitation.heading')} text={asked} />
      <p>{way === 'email' ? t('invitation.emailWhy', { address: to }) : t('invitation.phoneWhy', { phone: to })}</p>
      <Failure error={prove.error ?? send.error} />
      {send.isSuccess ? (
        <CodeFields {...proofs} to={to} isLast={way === 'phone' || facts.Proofs.length < 2} />
      ) : (
        <Button
          kind="primary"
          size="large"
          icon={way === 'email' ? Mail : MessageSquare}
          busy={send.isPending}
          onClick={() => send.mutate()}
        >
          {t(way === 'email' ? 'invitation.sendEmail' : 'invitation.sendPhone')}
        </Button>
      )}
    </form>
  )
}

type CodeFieldsProps = ReturnType<typeof useProofs> & { to: string; isLast: boolean }

function CodeFields({ to, isLast, code, setCode, send, prove, sendAgain }: CodeFieldsProps) {
  const t = useText()
  return (
    <>
      <p role="status">{t('invitation.sent', { to })}</p>
      <TextField
        autoFocus
        required
        label={t('invitation.code')}
        value={code}
        onChange={(text) => setCode(text.trim())}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={MAX_CODE}
      />
      <Button
        type="submit"
        kind="primary"
        size="large"
        iconAfter={ArrowRight}
        disabled={code === ''}
        busy={prove.isPending}
      >
        {isLast ? t('invitation.open') : t('invitation.confirm')}
      </Button>
      <Button size="large" busy={send.isPending} onClick={sendAgain}>
        {t('invitation.again')}
      </Button>
    </>
  )
}

function Failure({ error }: { error: unknown }) {
  const t = useText()
  const errorText = useErrorText()
  if (error === null || isOver(error)) return null
  if (error instanceof ApiError && error.code === 'EMAIL_REFUSED') {
    return <Notice tone="bad">{t('invitation.emailRefused')}</Notice>
  }
  const left = triesLeft(error)
  if (left === undefined) return <Notice tone="bad">{errorText(error)}</Notice>
  return <Notice tone="bad">{left > 0 ? t('invitation.wrong', { count: left }) : t('invitation.wrongOver')}</Notice>
}
