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
    'provider-linked': ({ provider, at, ip }, time) => ({
      subject: `${provider} kan nu logga in dig i Lintel`,
      paragraphs: [
        `${time(at)} kopplades ditt konto till ${provider}: den som loggar in där som du är inloggad här.`,
        `Adress: ${ip}`,
        'Om det inte var du, logga in, ta bort kopplingen i din profil och byt lösenord.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time) => ({
      subject: `${provider} loggar inte längre in dig i Lintel`,
      paragraphs: [
        `${time(at)} togs kopplingen mellan ditt konto och ${provider} bort.`,
        `Adress: ${ip}`,
        'Om det inte var du, byt lösenord.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Bekräfta din adress för Lintel',
      paragraphs: [
        `Någon loggade in hos ${provider} och angav den här adressen som sin. Var det du, bekräfta den och logga sedan in med ${provider} igen.`,
        `Länken fungerar en gång, till ${time(expiresAt)}. Var det inte du behöver du inte göra något.`,
      ],
      action: { label: 'Bekräfta adressen', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Du har ett konto i Lintel',
      paragraphs: [
        `Någon loggade in hos ${provider} och angav den här adressen, som redan har ett konto.`,
        `Var det du: logga in med ${provider} igen, välj att du redan har ett konto och skriv dess lösenord. Var det inte du behöver du inte göra något.`,
      ],
    }),
  },
}
