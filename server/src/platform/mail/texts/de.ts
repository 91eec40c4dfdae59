import type { MailTexts } from './mail-text'

export const de: MailTexts = {
  greeting: (name) => `Guten Tag ${name},`,
  footer: (address) => `Lintel hat diese Mail von ${address} gesendet. Antworten werden nicht gelesen.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: 'Sie wurden zu Ihrer Sicherheit bei Lintel abgemeldet',
      paragraphs: [
        `Am ${time(at)} wurde ein Anmeldeschlüssel Ihres Kontos verwendet, der bereits ersetzt war. Das kommt vor, wenn ein Schlüssel kopiert wurde; deshalb haben wir die zugehörige Sitzung beendet.`,
        `Adresse: ${ip}`,
        ...(browser ? [`Browser: ${browser}`] : []),
        'Wenn Sie nicht wissen, was das war, melden Sie sich an und ändern Sie Ihr Passwort. Andernfalls melden Sie sich einfach wieder an.',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Ihr Konto bei Lintel',
      paragraphs: [
        'Für Sie wurde ein Konto angelegt. Wählen Sie ein Passwort, dann können Sie beginnen.',
        `Der Link funktioniert einmal, bis ${time(expiresAt)}. Bitte geben Sie ihn nicht weiter.`,
      ],
      action: { label: 'Passwort wählen', link },
    }),
  },
}
