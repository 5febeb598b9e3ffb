import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageQuery, type PageSource } from '../../shared/page-viewer/images/page-source.ts'
import { findDifferences, type Difference, type Picture } from './find-differences.ts'

/** Pixels: wide enough for a comma, narrow enough to be looked through at once. */
const COMPARED_WIDTH = 600

async function readPicture(image: Blob, shape: number): Promise<Picture> {
  const size = { width: COMPARED_WIDTH, height: Math.round(COMPARED_WIDTH * shape) }
  const bitmap = await createImageBitmap(image)
  const drawing = Object.assign(document.createElement('canvas'), size).getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('This browser draws no pictures')
  drawing.drawImage(bitmap, 0, 0, size.width, size.height)
  bitmap.close()
  return drawing.getImageData(0, 0, size.width, size.height)
}

interface Compared {
  readonly page: number
  readonly found: readonly Difference[]
}

/**
 * What looks different between two versions of a page; undefined until both are there, and where one cannot be shown.
 * @param sources before and after
 */
export function useDifferences(
  [before, after]: readonly [PageSource, PageSource],
  { page, width }: { page: number; width: number },
): readonly Difference[] | undefined {
  const { data: old } = useQuery(pageQuery(before, page, width))
  const { data: now } = useQuery(pageQuery(after, page, width))
  const [compared, setCompared] = useState<Compared | null>(null)
  useEffect(() => {
    if (!old || !now) return
    let isWanted = true
    Promise.all([readPicture(old.image, old.shape), readPicture(now.image, now.shape)]).then(
      ([one, other]) => {
        if (isWanted) setCompared({ page, found: findDifferences(one, other) })
      },
      // Without outlines the pictures still stand beside each other.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [old, now, page])
  return compared?.page === page ? compared.found : undefined
}
