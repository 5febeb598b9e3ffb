import { useMutation } from '@tanstack/react-query'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { factorApi } from '../../shared/factor/factor-api.ts'
import type { AddedFactor } from '../../shared/factor/factor-calls.ts'
import { RecoveryCodes } from '../../shared/factor/recovery-codes.tsx'
import { SetupPasskey } from '../../shared/factor/setup-passkey.tsx'
import { SetupTotp } from '../../shared/factor/setup-totp.tsx'
import { useFactorErrorText } from '../../shared/factor/use-factor-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { TextKey } from '../../shared/i18n/text-keys.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AskingDialog } from '../../shared/ui/overlays/asking-dialog.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { keepToken, showChange, type OwnPasskey } from './factors-query.ts'

export type OpenDialog =
  | { is: 'adding-passkey' }
  | { is: 'adding-app' }
  | { is: 'removing-passkey'; passkey: OwnPasskey }
  | { is: 'removing-app' }
  | { is: 'making-codes' }
  | { is: 'codes'; codes: readonly string[] }

interface DialogsProps {
  open: OpenDialog
  onClose: () => void
  onOpen: (dialog: OpenDialog) => void
}

/** The dialogs in which factors are added, removed and stood in for. */
export function FactorDialogs({ open, onClose, onOpen }: DialogsProps) {
  switch (open.is) {
    case 'adding-passkey':
    case 'adding-app':
      return <AddDialog is={open.is} {...{ onClose, onOpen }} />
    case 'codes':
      return <CodesDialog codes={open.codes} onClose={onClose} />
    case 'making-codes':
      return <MakeCodesDialog {...{ onClose, onOpen }} />
    case 'removing-app':
      return (
        <RemoveDialog
          title="factors.removeAppTitle"
          text="factors.removeAppText"
          remove={() => factorApi.removeTotp({})}
          onClose={onClose}
        />
      )
    case 'removing-passkey':
      return (
        <RemoveDialog
          name={open.passkey.Name}
          title="factors.removePasskeyTitle"
          text="factors.removePasskeyText"
          remove={() => factorApi.removePasskey({ params: { factorGuid: open.passkey.Guid } })}
          onClose={onClose}
        />
      )
  }
}

function AddDialog({ is, onClose, onOpen }: Omit<DialogsProps, 'open'> & { is: 'adding-passkey' | 'adding-app' }) {
  const t = useText()
  const Setup = is === 'adding-passkey' ? SetupPasskey : SetupTotp
  const onAdded = ({ Token, RecoveryCodes: codes }: AddedFactor) => {
    keepToken(Token)
    void showChange()
    showToast('success', t(is === 'adding-passkey' ? 'factors.passkeyAdded' : 'factors.appAdded'))
    if (codes) onOpen({ is: 'codes', codes })
    else onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(is === 'adding-passkey' ? 'factors.addPasskey' : 'factors.addApp')}
      actions={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      <Setup calls={factorApi} onAdded={onAdded} />
    </Dialog>
  )
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t('factors.codesTitle')}
      description={t('factors.codesText')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('factors.codesKept')}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}

function MakeCodesDialog({ onClose, onOpen }: Omit<DialogsProps, 'open'>) {
  const t = useText()
  const errorText = useFactorErrorText()
  const making = useMutation({
    mutationFn: () => factorApi.makeRecoveryCodes({}),
    onSuccess: ({ RecoveryCodes: codes }) => {
      void showChange()
      onOpen({ is: 'codes', codes })
    },
  })
  return (
    <Dialog
      open
      busy={making.isPending}
      onClose={onClose}
      title={t('factors.makeCodes')}
      description={t('factors.makeCodesText')}
      actions={
        <>
          <Button disabled={making.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" busy={making.isPending} onClick={() => making.mutate()}>
            {t('factors.makeCodes')}
          </Button>
        </>
      }
    >
      {making.error && !isSessionExpiry(making.error) && <Notice tone="bad">{errorText(making.error)}</Notice>}
    </Dialog>
  )
}

interface RemoveDialogProps {
  name?: string
  title: TextKey
  text: TextKey
  remove: () => Promise<unknown>
  onClose: () => void
}

/** Says what does not work any more, and takes a factor away. */
function RemoveDialog({ name = '', title, text, remove, onClose }: RemoveDialogProps) {
  const t = useText()
  const errorText = useFactorErrorText()
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await showChange()
      showToast('success', t('factors.removed'))
      onClose()
    },
  })
  return (
    <AskingDialog
      title={t(title, { name })}
      text={t(text)}
      confirm={t('factors.remove')}
      busy={removing.isPending}
      problem={removing.error && !isSessionExpiry(removing.error) ? errorText(removing.error) : undefined}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    />
  )
}
