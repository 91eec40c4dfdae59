import { z } from 'zod'

/** Is this a valid `SMTP_URL`: `smtp[s]://[USER:PASSWORD@]HOST[:PORT]`, with nodemailer options in the query? */
export function isMailServer(input: string): boolean {
  if (!URL.canParse(input)) return false
  const { protocol, hostname, port, pathname, hash } = new URL(input)
  // An unencoded `/` or `#` in a password ends the host early.
  return /^smtps?:$/.test(protocol) && hostname !== '' && port !== '0' && /^\/?$/.test(pathname) && hash === ''
}

/** The address of a sender, alone or in angle brackets after a name (RFC 5322). */
function addressOf(sender: string): string {
  const [, address = sender] = /^(?:"(?:[^"\\]|\\.)*"\s*|[^"<>,;:@]*)<([^<>]+)>$/.exec(sender) ?? []
  return address
}

/** Is this a valid `MAIL_FROM`: an address, alone or in angle brackets after a name? */
export const isMailSender = (input: string): boolean => z.regexes.html5Email.test(addressOf(input))

/** Is the sender an example, in a domain that is reserved for examples and tests (RFC 2606)? */
export const isExampleSender = (sender: string): boolean =>
  /[@.](example\.(com|net|org)|example|invalid|test)$/i.test(addressOf(sender))
