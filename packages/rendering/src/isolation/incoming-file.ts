import { Socket } from 'node:net'

/** A file that is on its way: it is put straight where it is needed, so that there is one copy of it. */
export interface IncomingFile {
  /** Octets. */
  readonly length: number
  /** @param target of that length */
  readonly fill: (target: Uint8Array) => Promise<void>
}

/** The pipe on which the pool sends files; the channel of the messages would copy them several times. */
export const FILE_PIPE = 4

/** Reads one file after the other from the pipe; each length is announced in advance. */
export function openFilePipe(): (length: number) => IncomingFile {
  const pipe = new Socket({ fd: FILE_PIPE, readable: true, writable: false })
  // The pool is gone, and this process with it: see end-with-parent.ts.
  pipe.on('error', () => undefined)
  return (length) => ({ length, fill: (target) => readInto(pipe, target) })
}

/** Never ends when the pool does: the process is ended then. */
function readInto(pipe: Socket, target: Uint8Array): Promise<void> {
  let at = 0
  return new Promise((resolve) => {
    const take = (): void => {
      while (at < target.length) {
        const piece = pipe.read() as Buffer | null
        if (piece === null) return
        const own = piece.subarray(0, target.length - at)
        target.set(own, at)
        at += own.length
        if (own.length < piece.length) pipe.unshift(piece.subarray(own.length))
      }
      pipe.off('readable', take)
      resolve()
    }
    pipe.on('readable', take)
    take()
  })
}
