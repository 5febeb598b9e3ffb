import { useMutation } from '@tanstack/react-query'
import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { useFailureText, type SentenceOf } from '../failures/use-report-failure.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { saveFile, type FileContent } from './save-file.ts'

/** Fetches a file and has the browser save it, for a person who does not wait; a failure is shown in a toast. */
export async function downloadFile(load: () => Promise<FileContent>, failureText: SentenceOf) {
  try {
    saveFile(await load())
  } catch (error) {
    if (!isSessionExpiry(error)) showToast('error', failureText(error))
  }
}

/** Fetches a file and has the browser save it, one at a time; a failure is shown in a toast. */
export function useDownload(load: () => Promise<FileContent>): { download: () => void; isDownloading: boolean } {
  const failureText = useFailureText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile(load, failureText),
  })
  return {
    download: () => {
      if (!isPending) mutate()
    },
    isDownloading: isPending,
  }
}
