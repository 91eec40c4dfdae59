const boundary = 'a-boundary-that-no-file-has'

/** A `multipart/form-data` request as a browser sends it: strings as fields, bytes as files named after their field. */
export function multipartForm(fields: Readonly<Record<string, string | Uint8Array>>) {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(
      typeof value === 'string' ? '\r\n\r\n' : `; filename="${name}.zip"\r\nContent-Type: application/zip\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
