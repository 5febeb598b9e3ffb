/** The content of a file in base64. @throws {DOMException} when it cannot be read */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new DOMException('The file could not be read', 'NotReadableError'))
    reader.readAsDataURL(file)
  })
}
