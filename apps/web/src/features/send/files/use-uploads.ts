import { ApiError } from '@rubrica/contract'
import { useEffect, useRef, type Dispatch, type SetStateAction } from 'react'
import { changeFile, removeFile, resizeFile, type Draft, type DraftFile, type FileState } from '../draft.ts'
import { uploadFile } from '../../../shared/sending/upload-file.ts'

/** Refusals that another try does not change; whatever else went wrong may be tried again. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

/** Files go up as soon as they are chosen, and are given up when they are taken out or the page is left. */
export function useUploads(
  change: Dispatch<SetStateAction<Draft>>,
  { subscription }: { readonly subscription: string | undefined },
) {
  const running = useRef(new Map<string, { file: File; request: string; controller: AbortController }>())
  useEffect(() => {
    const all = running.current
    return () => all.forEach(({ controller }) => controller.abort())
  }, [])

  /** @param request the same for each try of one file */
  const start = async (key: string, file: File, request: string) => {
    const controller = new AbortController()
    running.current.set(key, { file, request, controller })
    const set = (state: FileState) => change((draft) => changeFile(draft, key, state))
    set({ state: 'uploading', share: 0 })
    try {
      const onProgress = (share: number) => set({ state: 'uploading', share })
      set({
        state: 'ready',
        uploaded: await uploadFile({ file, subscription, key: request, onProgress, signal: controller.signal }),
      })
    } catch (error) {
      if (!controller.signal.aborted) set({ state: isFinal(error) ? 'refused' : 'failed', error: error as Error })
    }
  }
  return {
    add: (chosen: readonly File[]) => {
      const added = chosen.map((file) => ({ file, key: crypto.randomUUID() }))
      const rows = added.map(({ file: { name, size }, key }): DraftFile => ({
        key,
        name,
        size,
        state: 'uploading',
        share: 0,
      }))
      change((draft) => ({ ...draft, files: [...draft.files, ...rows] }))
      for (const { key, file } of added) void start(key, file, key)
    },
    retry: (key: string) => {
      const known = running.current.get(key)
      if (known) void start(key, known.file, known.request)
    },
    /** Puts a file where one has to be chosen again; its place among the others and its name stay. */
    replace: (key: string, file: File) => {
      change((draft) => resizeFile(draft, key, file.size))
      void start(key, file, crypto.randomUUID())
    },
    remove: (key: string) => {
      running.current.get(key)?.controller.abort()
      running.current.delete(key)
      change((draft) => removeFile(draft, key))
    },
  }
}
