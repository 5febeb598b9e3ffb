import { useState } from 'react'
import {
  signerSignatures,
  type DocumentSignatures,
  type SignatureChange,
} from '../../../shared/api/document-signatures.ts'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { ChangesList } from '../../../shared/document-parts/changes-list.tsx'
import type { CompareView } from '../../../shared/document-parts/compare-view.ts'
import { groupChanges } from '../../../shared/document-parts/group-changes.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { BusyStatus } from '../../../shared/ui/status/busy-status.tsx'
import type { DialogFace } from '../../../shared/ui/overlays/dialog.tsx'
import styles from './confirm-changes.module.css'
import type { Changes } from './use-changes.ts'

const signerOf = ({ SignerDTO }: PendingDocument) => SignerDTO.SignerGUID

/** What no rule allows, after whichever signature. */
const forbiddenChanges = (found: DocumentSignatures | undefined): SignatureChange[] =>
  (found?.Signatures ?? []).flatMap(({ Changes }) => Changes.filter(({ JustifiedBy }) => JustifiedBy === null))

interface OneProps {
  document: PendingDocument
  found: DocumentSignatures | undefined
  compare: CompareView
}

/** What was changed in a single document, and what it means to sign it. */
function OneDocument({ document, found, compare }: OneProps) {
  const t = useText()
  const groups = groupChanges(forbiddenChanges(found))
  const isBroken = found?.Integrity === 'broken'
  return (
    <>
      <Notice tone="bad">{t(isBroken ? 'signing.brokenMeaning' : 'signing.changedMeaning')}</Notice>
      {groups.length > 0 && <ChangesList groups={groups} label={t('signatures.changes')} />}
      {found && compare(signerSignatures(signerOf(document)), found)}
    </>
  )
}

interface SeveralProps {
  doubtful: readonly PendingDocument[]
  checks: Changes['checks']
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  compare: CompareView
}

/** The documents of a batch that were changed, each to be signed all the same or left out. */
function SeveralDocuments({ doubtful, checks, chosen, onChoose, compare }: SeveralProps) {
  const t = useText()
  const toggle = (guid: string, on: boolean) =>
    onChoose(new Set(on ? [...chosen, guid] : [...chosen].filter((one) => one !== guid)))
  return (
    <>
      <Notice tone="bad">{t('batch.changedMeaning')}</Notice>
      <fieldset className={styles.documents}>
        <legend className="sr-only">{t('batch.changedList')}</legend>
        {doubtful.map((document) => {
          const guid = signerOf(document)
          const found = checks?.get(guid)
          const groups = groupChanges(forbiddenChanges(found))
          return (
            <div key={guid} className={styles.document}>
              <Checkbox
                label={t('batch.signChanged', { name: document.FileName })}
                checked={chosen.has(guid)}
                onChange={(on) => toggle(guid, on)}
              />
              <div className={styles.changes}>
                {groups.length > 0 ? (
                  <ChangesList groups={groups} label={t('signatures.changes')} />
                ) : (
                  <p>{t(found?.Integrity === 'broken' ? 'signatures.brokenTitle' : 'signatures.suspiciousTitle')}</p>
                )}
                {found && compare(signerSignatures(guid), found)}
              </div>
            </div>
          )
        })}
      </fieldset>
    </>
  )
}

/** Tells the button from the one that stands there while changes are looked for, or it would not take the focus. */
const ASKED = 'asked'

interface Surroundings {
  readonly compare: CompareView
  readonly onClose: () => void
}

/** The question about one document: ticked and confirmed, or nothing is signed. */
function useOneFace(changes: Changes, { compare, onClose }: Surroundings): DialogFace {
  const t = useText()
  const [isSeen, setSeen] = useState(false)
  const { documents, doubtful, checks, decide } = changes
  const [document] = doubtful
  return {
    alert: true,
    title: t('signing.changedTitle'),
    description: document?.FileName,
    children: (
      <>
        {document && <OneDocument {...{ document, compare }} found={checks?.get(signerOf(document))} />}
        <Checkbox label={t('signing.changedSeen')} checked={isSeen} onChange={setSeen} />
      </>
    ),
    actions: (
      <>
        <Button key={ASKED} autoFocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          kind="danger"
          disabled={!isSeen}
          onClick={() => decide({ documents, accepted: new Set(doubtful.map(signerOf)) })}
        >
          {t('signing.changedConfirm')}
        </Button>
      </>
    ),
  }
}

/** The question about several documents: what is not ticked is left out. */
function useSeveralFace(changes: Changes, { compare, onClose }: Surroundings): DialogFace {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { documents, doubtful, checks, decide } = changes
  const left = new Set(doubtful.map(signerOf).filter((guid) => !chosen.has(guid)))
  const count = documents.length - left.size
  return {
    alert: true,
    size: 'wide',
    title: t('batch.changedTitle', { count: doubtful.length, total: documents.length }),
    children: <SeveralDocuments {...{ doubtful, checks, chosen, compare }} onChoose={setChosen} />,
    actions: (
      <>
        <Button key={ASKED} autoFocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          kind="primary"
          disabled={count === 0}
          onClick={() =>
            decide({ documents: documents.filter((document) => !left.has(signerOf(document))), accepted: chosen })
          }
        >
          {t('batch.changedContinue', { count })}
        </Button>
      </>
    ),
  }
}

/**
 * What comes before everything else where documents were changed after somebody signed them.
 * @returns null when there are none such, or it was confirmed
 */
export function useChangesFace(changes: Changes, surroundings: Surroundings): DialogFace | null {
  const t = useText()
  const one = useOneFace(changes, surroundings)
  const several = useSeveralFace(changes, surroundings)
  if (changes.stage === 'decided') return null
  if (changes.stage === 'asking') return changes.documents.length > 1 ? several : one
  return {
    title: t('signing.preparingTitle'),
    children: <BusyStatus words={t('signatures.checking')} />,
    actions: <Button onClick={surroundings.onClose}>{t('common.cancel')}</Button>,
  }
}
