import type { MailTexts } from './mail-text'

export const en: MailTexts = {
  greeting: (name) => `Hello ${name},`,
  footer: (address) => `Lintel sent this mail from ${address}. Replies to it are not read.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: 'You were signed out of Lintel for your safety',
      paragraphs: [
        `On ${time(at)} somebody used a sign-in key of your account that had already been replaced. That happens when a key was copied, so we ended the session it belonged to.`,
        `Address: ${ip}`,
        ...(browser ? [`Browser: ${browser}`] : []),
        'If you do not know what this was, sign in and change your password. Otherwise simply sign in again.',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Your account at Lintel',
      paragraphs: [
        'An account was made for you. Choose a password, and you can begin.',
        `The link works once, until ${time(expiresAt)}. Please do not pass it on.`,
      ],
      action: { label: 'Choose a password', link },
    }),
  },
}
