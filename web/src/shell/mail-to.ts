/** A mail as the person's own program opens it, ready to be sent. */
export interface PreparedMail {
  to: string
  subject: string
  body: string
}

/**
 * The `mailto:` address of a prepared mail (RFC 6068): every part is percent-encoded, so that nothing in a name can add
 * a recipient or a header; lines end in CRLF as mails want it.
 */
export function mailTo({ to, subject, body }: PreparedMail): string {
  const lines = body.replaceAll(/\r\n|\r|\n/g, '\r\n')
  return `mailto:${encodeAddress(to)}?subject=${encode(oneLine(subject))}&body=${encode(lines)}`
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** A lone half of a surrogate pair cannot be encoded: a replacement stands for it rather than failing the whole link. */
const encode = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

/** The @ of an address may stand as it is; programs that take `%40` for part of the name exist. */
const encodeAddress = (address: string) => encode(address).replaceAll('%40', '@')
