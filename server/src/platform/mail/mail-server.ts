import { z } from 'zod'

/** Is this a valid `SMTP_URL`: `smtp[s]://[USER:PASSWORD@]HOST[:PORT]`, with nodemailer options in the query? */
export function isMailServer(input: string): boolean {
  if (!URL.canParse(input)) return false
  const { protocol, hostname, port, pathname, hash } = new URL(input)
  // An unencoded `/` or `#` in a password ends the host early.
  return /^smtps?:$/.test(protocol) && hostname !== '' && port !== '0' && /^\/?$/.test(pathname) && hash === ''
}

/** Is this a valid `MAIL_FROM`: an address, alone or in angle brackets after a name (RFC 5322)? */
export function isMailSender(input: string): boolean {
  const [, address = input] = /^(?:"(?:[^"\\]|\\.)*"\s*|[^"<>,;:@]*)<([^<>]+)>$/.exec(input) ?? []
  return z.regexes.html5Email.test(address)
}
