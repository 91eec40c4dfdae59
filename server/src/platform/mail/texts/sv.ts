import type { MailTexts } from './mail-text'

export const sv: MailTexts = {
  greeting: (name) => `Hej ${name},`,
  footer: (address) => `Lintel skickade det här mejlet från ${address}. Svar läses inte.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: 'Du har loggats ut från Lintel av säkerhetsskäl',
      paragraphs: [
        `${time(at)} användes en inloggningsnyckel till ditt konto som redan hade bytts ut. Det händer när en nyckel har kopierats, så vi avslutade sessionen den hörde till.`,
        `Adress: ${ip}`,
        ...(browser ? [`Webbläsare: ${browser}`] : []),
        'Om du inte vet vad det var, logga in och byt lösenord. Annars är det bara att logga in igen.',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Ditt konto hos Lintel',
      paragraphs: [
        'Ett konto har skapats åt dig. Välj ett lösenord, så kan du börja.',
        `Länken fungerar en gång, till och med ${time(expiresAt)}. Ge den inte vidare.`,
      ],
      action: { label: 'Välj lösenord', link },
    }),
  },
}
