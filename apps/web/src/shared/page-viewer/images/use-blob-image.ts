import { useCallback } from 'react'

/** Shows bytes in memory in an image, under an address that lives as long as they are shown. */
export function useBlobImage(blob: Blob | undefined) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !blob) return
      const address = URL.createObjectURL(blob)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [blob],
  )
}
