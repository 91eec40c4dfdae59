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
    'provider-linked': ({ provider, at, ip }, time) => ({
      subject: `${provider} kan nå logge deg inn i Lintel`,
      paragraphs: [
        `${time(at)} ble kontoen din knyttet til ${provider}: den som logger inn der som deg, er logget inn her.`,
        `Adresse: ${ip}`,
        'Hvis det ikke var deg, logg inn, fjern koblingen i profilen din og bytt passord.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time) => ({
      subject: `${provider} logger deg ikke lenger inn i Lintel`,
      paragraphs: [
        `${time(at)} ble koblingen mellom kontoen din og ${provider} fjernet.`,
        `Adresse: ${ip}`,
        'Hvis det ikke var deg, bytt passord.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Bekreft adressen din for Lintel',
      paragraphs: [
        `Noen logget inn hos ${provider} og oppga denne adressen som sin. Var det deg, så bekreft den og logg inn med ${provider} på nytt.`,
        `Lenken virker én gang, til ${time(expiresAt)}. Var det ikke deg, trenger du ikke å gjøre noe.`,
      ],
      action: { label: 'Bekreft adressen', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Du har en konto i Lintel',
      paragraphs: [
        `Noen logget inn hos ${provider} og oppga denne adressen, som allerede har en konto.`,
        `Var det deg: logg inn med ${provider} på nytt, velg at du har en konto fra før, og skriv passordet til den. Var det ikke deg, trenger du ikke å gjøre noe.`,
      ],
    }),
  },
}
