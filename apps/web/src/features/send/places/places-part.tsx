import { lazy, Suspense, useMemo, useState, type Dispatch, type SetStateAction } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useLockWords, usePlaces } from '../../../shared/placing/use-places.ts'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { Loader } from '../../../shared/ui/status/loader.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { Draft, DraftFile } from '../draft.ts'
import { uploadPages } from './upload-pages.ts'

// It brings the pages along, which nobody needs before there is a file.
const PlaceEditor = lazy(() =>
  import('../../../shared/placing/place-editor.tsx').then((module) => ({ default: module.PlaceEditor })),
)

type ReadyFile = Extract<DraftFile, { state: 'ready' }>

interface PlacesPartProps {
  draft: Draft
  subscription: string | undefined
  onChange: Dispatch<SetStateAction<Draft>>
}

/** Where the signatures stand on the pages; who places nothing has them at the foot of the last one. */
export function PlacesPart({ draft, subscription, onChange }: PlacesPartProps) {
  const t = useText()
  const [chosen, setChosen] = useState<string>()
  const files = draft.files.filter((one): one is ReadyFile => one.state === 'ready')
  const file = files.find(({ key }) => key === chosen) ?? files[0]
  const hasBoth = file !== undefined && draft.signers.length > 0
  return (
    <>
      <Checkbox
        label={t('send.visible')}
        checked={draft.isVisible}
        onChange={(isVisible) => onChange((before) => ({ ...before, isVisible }))}
      />
      <p className="muted">{t(draft.isVisible ? 'send.places.lead' : 'send.places.hidden')}</p>
      {draft.isVisible && !hasBoth && <p className="muted">{t('send.places.needBoth')}</p>}
      {draft.isVisible && hasBoth && files.length > 1 && (
        <SelectField label={t('send.places.file')} value={file.key} onChange={setChosen}>
          {files.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {draft.isVisible && hasBoth && <FilePlaces key={file.key} {...{ draft, file, subscription, onChange }} />}
    </>
  )
}

function FilePlaces({ draft, file, subscription, onChange }: PlacesPartProps & { file: ReadyFile }) {
  const wordsOfLock = useLockWords()
  const places = usePlaces(draft, file, onChange)
  const { id } = file.uploaded
  const source = useMemo(() => uploadPages(id, subscription), [id, subscription])
  if (places.lock === 'certified') return <Notice tone="info">{wordsOfLock('certified')}</Notice>
  return (
    <Suspense fallback={<Loader />}>
      <PlaceEditor {...{ places, source }} />
    </Suspense>
  )
}
