import { z } from 'zod'

/** Whether mail can be sent to what `SMTP_URL` says: `smtp[s]://[USER:PASSWORD@]HOST[:PORT]`, with options of nodemailer behind `?`. */
export function isMailServer(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { protocol, hostname, port, pathname, hash } = new URL(given)
  // A `/` or `#` that is not encoded in a password ends the host before it.
  return /^smtps?:$/.test(protocol) && hostname !== '' && port !== '0' && /^\/?$/.test(pathname) && hash === ''
}

/** Whether mail can come from what `MAIL_FROM` says: an address, alone or in angle brackets behind a name (RFC 5322). */
export function isMailSender(given: string): boolean {
  const [, address = given] = /^(?:"(?:[^"\\]|\\.)*"\s*|[^"<>,;:@]*)<([^<>]+)>$/.exec(given) ?? []
  return z.regexes.html5Email.test(address)
}
