/** A prepared mail for the person's mail program. */
export interface PreparedMail {
  to: string
  subject: string
  body: string
}

/**
 * The `mailto:` address of a prepared mail (RFC 6068): every part is percent-encoded, so that nothing in a name can add
 * a recipient or a header; lines end with CRLF.
 */
export function mailTo({ to, subject, body }: PreparedMail): string {
  const lines = body.replaceAll(/\r\n|\r|\n/g, '\r\n')
  return `mailto:${encodeAddress(to)}?subject=${encode(oneLine(subject))}&body=${encode(lines)}`
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Lone surrogates cannot be encoded; they are replaced so that the link still works. */
const encode = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

/** The @ stays unencoded, since some programs take `%40` for part of the name. */
const encodeAddress = (address: string) => encode(address).replaceAll('%40', '@')
