import { senderApi } from '../../shared/sending/sender-api.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** RFC 8187, of which encodeURIComponent leaves a few signs. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const named = (file: File) => ({ 'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}` })

/** Hands a sheet over. What it is, the server finds out by its octets. */
export function uploadSheet(file: File, subscription: string | undefined) {
  return senderApi.createBulkSend({
    query: { subscription },
    headers: { ...named(file), 'idempotency-key': crypto.randomUUID() },
    body: new Blob([file], { type: /\.xlsx$/i.test(file.name) ? XLSX : 'text/csv' }),
  })
}

/** Hands files over that rows name, one after the other. @returns their ids */
export async function uploadFiles(
  files: readonly File[],
  subscription: string | undefined,
  onDone: (count: number) => void,
): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    const body = new Blob([file], { type: 'application/pdf' })
    const headers = { ...named(file), 'idempotency-key': crypto.randomUUID() }
    ids.push((await senderApi.uploadFile({ query: { subscription }, headers, body })).id)
    onDone(ids.length)
  }
  return ids
}
