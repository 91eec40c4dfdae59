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
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} bjuder in dig till ${project}`,
      paragraphs: [
        `${inviter} bjuder in dig till projektet ”${project}” i Lintel. Ett konto har skapats åt dig: välj ett lösenord, så kan du börja.`,
        `Länken fungerar en gång, till och med ${time(expiresAt)}. Ge den inte vidare.`,
      ],
      action: { label: 'Välj lösenord', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `Du är nu med i ${project}`,
      paragraphs: [
        `${inviter} har lagt till dig i projektet ”${project}” i Lintel. Logga in som vanligt för att öppna det.`,
      ],
      action: { label: 'Öppna projektet', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} bjuder in dig till ${project}`,
      paragraphs: [
        `${inviter} bjuder in dig som gäst till projektet ”${project}” i Lintel. Länken släpper in dig utan lösenord.`,
        expiresAt === null
          ? 'Den fungerar så ofta du vill. Ge den inte vidare.'
          : `Den fungerar så ofta du vill till och med ${time(expiresAt)}. Ge den inte vidare.`,
      ],
      action: { label: 'Öppna projektet', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Din kod för ett nytt lösenord i Lintel',
      paragraphs: [
        'Någon, förmodligen du, har bett om ett nytt lösenord till ditt konto.',
        `Din kod: ${code}`,
        `Den fungerar en gång, till och med ${time(expiresAt)}. Var det inte du behöver du inte göra något: ditt lösenord förblir som det är.`,
      ],
      action: { label: 'Välj nytt lösenord', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Bekräfta ditt nya lösenord i Lintel',
      paragraphs: [
        'Någon som kan det nuvarande lösenordet till ditt konto har bett om att byta det.',
        `Var det du, bekräfta det nya lösenordet. Länken fungerar en gång, till och med ${time(expiresAt)}.`,
        'Var det inte du, bekräfta det inte: någon kan ditt lösenord. Be om ett nytt på inloggningssidan.',
      ],
      action: { label: 'Bekräfta det nya lösenordet', link },
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
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Bekräfta din nya adress för Lintel',
      paragraphs: [
        `Någon har bett att få använda den här adressen för Lintel-kontot som nu har ${current}. Var det du, bekräfta den: logga in på det kontot och öppna länken.`,
        `Länken fungerar en gång, till ${time(expiresAt)}. Var det inte du behöver du inte göra något.`,
      ],
      action: { label: 'Bekräfta adressen', link },
    }),
    'email-change-requested': ({ to, at, ip }, time) => ({
      subject: 'Ditt Lintel-konto ska få en annan adress',
      paragraphs: [
        `${time(at)} bad någon om att ditt konto i fortsättningen ska ha ${to}. Det behåller den här adressen tills den nya är bekräftad.`,
        `Adress: ${ip}`,
        'Om det inte var du, logga in, dra tillbaka begäran i din profil och byt lösenord.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time) => ({
      subject: 'Ditt Lintel-konto har fått en annan adress',
      paragraphs: [
        `${time(at)} blev ditt kontos adress ${to}. Från och med nu loggar du in med den; lösenordet och projekten är desamma.`,
        `Adress: ${ip}`,
        'Om det inte var du, kontakta supporten genast: den som har den nya adressen kan återställa ditt lösenord.',
      ],
    }),
  },
}
