import { FileSignature, Paperclip, X } from 'lucide-react'
import { useState, type Dispatch, type SetStateAction } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { changeAttachment, signAttachment, type Draft, type DraftAttachment } from '../draft.ts'
import { fileTarget } from '../findings.ts'
import styles from '../send.module.css'
import { isPdf } from './chosen-files.ts'
import { FileStanding } from './file-standing.tsx'
import type { Uploads } from './use-uploads.ts'

interface AttachmentItemProps {
  attachment: DraftAttachment
  draft: Draft
  uploads: Uploads
  onChange: Dispatch<SetStateAction<Draft>>
}

type Change = Parameters<typeof changeAttachment>[2]

const EVERYBODY = 'everybody'
const SOME = 'some'

/** A file that goes along: with which document, and for whom. */
export function AttachmentItem({ attachment, draft, uploads, onChange }: AttachmentItemProps) {
  const t = useText()
  const { key, name, signers } = attachment
  const [isForSome, setForSome] = useState(signers.length > 0)
  const change = (changed: Change) => onChange((before) => changeAttachment(before, key, changed))
  const judge = isPdf({ type: '', name }) ? uploads.handOverAs(key, 'document') : undefined
  return (
    <li id={fileTarget(key)} className={styles.item}>
      <div className={styles.itemHead}>
        <b className={styles.named}>
          <Paperclip size={16} aria-hidden /> <bdi>{name}</bdi>
        </b>
        <IconButton icon={X} label={t('send.remove', { name })} onClick={() => uploads.remove(key)} />
      </div>
      <FileStanding file={attachment} purpose="attachment" uploads={uploads} />
      <div className={styles.pair}>
        {draft.files.length > 1 && <WithField {...{ attachment, draft }} onChange={change} />}
        {draft.signers.length > 1 && (
          <SelectField
            label={t('send.along.for', { name })}
            value={isForSome ? SOME : EVERYBODY}
            onChange={(chosen) => {
              setForSome(chosen === SOME)
              if (chosen === EVERYBODY) change({ signers: [] })
            }}
          >
            <option value={EVERYBODY}>{t('send.along.forAll')}</option>
            <option value={SOME}>{t('send.along.forSome')}</option>
          </SelectField>
        )}
      </div>
      {isForSome && draft.signers.length > 1 && <Whom {...{ attachment, draft }} onChange={change} />}
      {judge && (
        <div>
          <Button
            size="small"
            icon={FileSignature}
            onClick={() => {
              onChange((before) => signAttachment(before, key))
              judge()
            }}
          >
            {t('send.along.sign')}
          </Button>
        </div>
      )}
    </li>
  )
}

interface AlongProps extends Pick<AttachmentItemProps, 'attachment' | 'draft'> {
  onChange: (changed: Change) => void
}

/** With which document it goes. */
function WithField({ attachment: { name, document }, draft, onChange }: AlongProps) {
  const t = useText()
  return (
    <SelectField
      label={t('send.along.with', { name })}
      value={document ?? ''}
      onChange={(chosen) => onChange({ document: chosen === '' ? null : chosen })}
    >
      <option value="">{t('send.along.withAll')}</option>
      {draft.files.map((file) => (
        <option key={file.key} value={file.key}>
          {file.name}
        </option>
      ))}
    </SelectField>
  )
}

/** The signers that it is for, where it is not for everybody. */
function Whom({ attachment: { name, signers }, draft, onChange }: AlongProps) {
  const t = useText()
  const choose = (userId: string, isChosen: boolean) =>
    onChange({ signers: isChosen ? [...signers, userId] : signers.filter((one) => one !== userId) })
  return (
    <fieldset className={styles.whom}>
      <legend>{t('send.along.for', { name })}</legend>
      {draft.signers.map((signer) => (
        <Checkbox
          key={signer.userId}
          label={signer.name}
          checked={signers.includes(signer.userId)}
          onChange={(isChosen) => choose(signer.userId, isChosen)}
        />
      ))}
      {signers.length === 0 && <p className={styles.warn}>{t('send.along.forNobody')}</p>}
    </fieldset>
  )
}
