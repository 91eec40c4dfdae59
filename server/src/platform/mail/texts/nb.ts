import type { MailTexts } from './mail-text'

export const nb: MailTexts = {
  greeting: (name) => `Hei ${name},`,
  footer: (address) => `Lintel sendte denne e-posten fra ${address}. Svar blir ikke lest.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: 'Du ble logget ut av Lintel av sikkerhetsgrunner',
      paragraphs: [
        `${time(at)} ble en innloggingsnøkkel til kontoen din brukt, selv om den allerede var byttet ut. Det skjer når en nøkkel er kopiert, så vi avsluttet økten den hørte til.`,
        `Adresse: ${ip}`,
        ...(browser ? [`Nettleser: ${browser}`] : []),
        'Hvis du ikke vet hva dette var, logger du inn og endrer passordet. Ellers er det bare å logge inn igjen.',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Kontoen din hos Lintel',
      paragraphs: [
        'Det er opprettet en konto til deg. Velg et passord, så kan du begynne.',
        `Lenken virker én gang, frem til ${time(expiresAt)}. Ikke gi den videre.`,
      ],
      action: { label: 'Velg passord', link },
    }),
  },
}
