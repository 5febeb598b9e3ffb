/**
 * The short-lived process in which an untrusted sheet is read.
 *
 * It gets one request over its channel, gives one answer and ends. It has an empty environment, little memory and
 * little time; whatever the file does to it, the process that asked only sees it end.
 */
import { readAny } from './read-any.ts'
import type { SheetRequest } from './sheet-messages.ts'

process.once('message', (request: SheetRequest) => {
  void readAny(request).then((told) => process.send?.(told, () => process.disconnect()))
})
