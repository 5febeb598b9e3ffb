import { ApiError, NetworkError } from '@rubrica/contract'
import { useEffect, useRef, type Dispatch, type RefObject, type SetStateAction } from 'react'
import { changeFile, removeFile, resizeFile, type Draft, type FileState } from '../draft.ts'
import { safeName, type Sorted } from './chosen-files.ts'
import { uploadFile, type FileToUpload } from '../../../shared/sending/upload-file.ts'

/** Refusals that another try does not change; whatever else went wrong may be tried again. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

/** More would only wait for each other. */
const MOST_AT_ONCE = 4

interface Upload extends FileToUpload {
  /** The same for each try of one file. */
  readonly request: string
  readonly controller: AbortController
  /** The network was lost; it goes on when that is back. */
  isBroken: boolean
}

interface UploadsOptions {
  readonly subscription: string | undefined
}

type Wish = FileToUpload & Pick<Upload, 'request'>

/** So many go up at once; the others wait for their turn. */
function useTurns() {
  const turns = useRef({ free: MOST_AT_ONCE, waiting: [] as (() => void)[] })
  const take = () =>
    new Promise<void>((resolve) => {
      if (turns.current.free > 0) resolve(void (turns.current.free -= 1))
      else turns.current.waiting.push(resolve)
    })
  const give = () => {
    const next = turns.current.waiting.shift()
    if (next) next()
    else turns.current.free += 1
  }
  return { take, give }
}

/** Goes on with what broke once the network is back, and gives everything up when the page is left. */
function useComeback(running: RefObject<Map<string, Upload>>, start: (key: string, wish: Wish) => Promise<void>) {
  const again = useRef<() => void>(undefined)
  useEffect(() => {
    again.current = () =>
      running.current.forEach((upload, key) => {
        if (upload.isBroken && !upload.controller.signal.aborted) void start(key, upload)
      })
  })
  useEffect(() => {
    const all = running.current
    const goOn = () => again.current?.()
    window.addEventListener('online', goOn)
    return () => {
      window.removeEventListener('online', goOn)
      all.forEach(({ controller }) => controller.abort())
    }
  }, [running])
}

/** What goes up, or went up, by the keys of the files. */
function useRunning(change: Dispatch<SetStateAction<Draft>>, subscription: string | undefined) {
  const running = useRef(new Map<string, Upload>())
  const turns = useTurns()
  const start = async (key: string, wish: Wish) => {
    running.current.get(key)?.controller.abort()
    const upload: Upload = { ...wish, controller: new AbortController(), isBroken: false }
    running.current.set(key, upload)
    const { signal } = upload.controller
    const set = (state: FileState) => {
      if (!signal.aborted) change((draft) => changeFile(draft, key, state))
    }
    set({ state: 'uploading', share: 0 })
    await turns.take()
    try {
      signal.throwIfAborted()
      const onProgress = (share: number) => set({ state: 'uploading', share })
      const { request, ...file } = wish
      set({ state: 'ready', uploaded: await uploadFile({ ...file, subscription, key: request, onProgress, signal }) })
    } catch (error) {
      upload.isBroken = error instanceof NetworkError
      set({ state: isFinal(error) ? 'refused' : 'failed', error: error as Error })
    } finally {
      turns.give()
    }
  }
  useComeback(running, start)
  return {
    start: (key: string, wish: Wish) => void start(key, wish),
    find: (key: string) => running.current.get(key),
    giveUp: (key: string) => {
      running.current.get(key)?.controller.abort()
      running.current.delete(key)
    },
  }
}

/** Files go up as soon as they are chosen, and are given up when they are taken out or the page is left. */
export function useUploads(change: Dispatch<SetStateAction<Draft>>, { subscription }: UploadsOptions) {
  const running = useRunning(change, subscription)
  const begin = (file: File, purpose: FileToUpload['purpose']) => {
    const key = crypto.randomUUID()
    const row = { key, name: safeName(file.name), size: file.size, state: 'uploading', share: 0 } as const
    return { key, row, start: () => running.start(key, { file, purpose, request: key }) }
  }
  return {
    /** @param document key of the one that attachments are for; null for all of them */
    add: ({ documents, attachments }: Sorted, document: string | null = null) => {
      const signed = documents.map((file) => begin(file, 'document'))
      const along = attachments.map((file) => begin(file, 'attachment'))
      change((draft) => ({
        ...draft,
        files: [...draft.files, ...signed.map(({ row }) => row)],
        attachments: [...draft.attachments, ...along.map(({ row }) => ({ ...row, document, signers: [] }))],
      }))
      for (const one of [...signed, ...along]) one.start()
    },
    retry: (key: string) => {
      const known = running.find(key)
      if (known) running.start(key, known)
    },
    /** Puts a file where one has to be chosen again; its place among the others and its name stay. */
    replace: (key: string, file: File, purpose: FileToUpload['purpose']) => {
      change((draft) => resizeFile(draft, key, file.size))
      running.start(key, { file, purpose, request: crypto.randomUUID() })
    },
    /** Once more, without its encryption. */
    decrypt: (key: string, password: string) => {
      const known = running.find(key)
      if (known) running.start(key, { ...known, password, request: crypto.randomUUID() })
    },
    /** Hands it over as the other kind of file; undefined where it has to be chosen again. */
    handOverAs: (key: string, purpose: FileToUpload['purpose']): (() => void) | undefined => {
      const known = running.find(key)
      return known && (() => running.start(key, { file: known.file, purpose, request: crypto.randomUUID() }))
    },
    remove: (key: string) => {
      running.giveUp(key)
      change((draft) => removeFile(draft, key))
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
