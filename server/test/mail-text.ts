/** The decoded plain-text part of a mail of two parts (multipart/alternative), given as it was received, without its signature (RFC 3676, 4.3). */
export function plainTextOf(source: string): string {
  const [, boundary = ''] = /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"/m.exec(source) ?? []
  // The boundary decides where the part ends: a line of an encoded link may begin with -- as well.
  const part = source.split(`--${boundary}\r\n`).find((each) => each.startsWith('Content-Type: text/plain')) ?? ''
  const at = part.indexOf('\r\n\r\n')
  const [text = ''] = decode(part.slice(0, at), part.slice(at + 4)).split('\r\n-- \r\n')
  return text
}

/** Decodes the body of a part, by its head. */
function decode(head: string, body: string): string {
  if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return /^Content-Transfer-Encoding: quoted-printable/im.test(head) ? decodeQuotedPrintable(body) : body
}

/** Quoted-printable (RFC 2045). */
const decodeQuotedPrintable = (part: string): string =>
  Buffer.from(
    part
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
