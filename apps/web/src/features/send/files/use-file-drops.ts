import { useEffect, useRef, useState } from 'react'
import { filesOf } from './chosen-files.ts'

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

/**
 * Files that are dropped anywhere on the page, where the browser would open them and leave it, or pasted.
 * @returns whether some are held over the page
 */
export function useFileDrops(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      // A dialog is about something else.
      if (!document.querySelector('dialog[open]')) take.current(filesOf(event.dataTransfer))
    }
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      if (files.length === 0 || document.querySelector('dialog[open]')) return
      event.preventDefault()
      take.current(files)
    }
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => stop.abort()
  }, [])
  return isOver
}
