import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `IP-adress: ${ip}`,
  ...(browser ? [`Webbläsare: ${browser}`] : []),
]

const roles: RoleLabels = { 5: 'Gäst', 10: 'Användare', 15: 'Flöden', 20: 'Admin' }

export const sv: MailTexts = {
  greeting: (name) => `Hej ${name},`,
  footer: (address) => `Lintel skickade det här mejlet från ${address}. Svar läses inte.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: 'Du har loggats ut från Lintel av säkerhetsskäl',
      paragraphs: [
        `${time(at)} användes en sessionsnyckel till ditt konto som redan hade bytts ut eller hör till en annan webbläsare. Det händer när en nyckel har kopierats, så vi avslutade sessionen den hörde till.`,
        `IP-adress: ${ip}`,
        ...(browser ? [`Webbläsare: ${browser}`] : []),
        {
          password: 'Om du inte vet vad det var, logga in och byt lösenord. Annars är det bara att logga in igen.',
          sessions:
            'Om du inte vet vad det var, logga in, logga ut överallt annars i ditt konto och byt lösenord hos leverantören som du loggar in med. Annars är det bara att logga in igen.',
          guestLink:
            'Om du inte vet vad det var, be projektets administratörer om en ny länk; då slutar den nuvarande att fungera. Annars är det bara att öppna länken igen.',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} bjuder in dig till ${project}`,
      paragraphs: [
        `${inviter} bjuder in dig till projektet ”${project}” i Lintel. Ett konto har skapats åt dig: välj ett lösenord, så kan du börja.`,
        `Länken fungerar en gång, till ${time(expiresAt)}. Ge den inte vidare.`,
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
          : `Den fungerar så ofta du vill till ${time(expiresAt)}. Ge den inte vidare.`,
      ],
      action: { label: 'Öppna projektet', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'Din åtkomst upphör snart',
      paragraphs: [
        `Din åtkomst upphör ${time(endsAt)}. Därefter kan du inte längre öppna:`,
        ...listed(lines, more, `och ${more} till`),
        'Om du fortfarande behöver den kan du vända dig till administratörerna för dina projekt.',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: 'Åtkomst som du har gett upphör snart',
      paragraphs: [
        `Åtkomst som du har gett upphör ${time(endsAt)}:`,
        ...listed(lines, more, `och ${more} till`),
        'Om någon fortfarande behöver den anger du ett senare datum innan dess.',
      ],
      action: { label: isOfSeveral ? 'Öppna mina projekt' : 'Öppna projektet', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} kommer att kräva tvåstegsverifiering`,
      paragraphs: [
        `Från och med ${time(from)} räcker inte längre enbart lösenordet för att öppna projekten hos ${customer}.`,
        'Aktivera tvåstegsverifiering innan dess: det tar två minuter och kräver en telefon.',
      ],
      action: { label: 'Aktivera tvåstegsverifiering', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `Verifieringen av ${domain} är på väg att gå förlorad`,
      paragraphs: [
        `TXT-posten som ${customer} använder för att bevisa att ${domain} är deras hittades inte när vi letade efter den.`,
        `Be den som sköter DNS för ${domain} att lägga in den igen, exakt så här: ${record}`,
        `Finns den inte där igen senast ${time(lostAt)} går verifieringen förlorad. Då tar katalogimport och SCIM inte längre emot personer från domänen, och leverantörer går inte längre i god för dess adresser.`,
      ],
      action: { label: 'Visa domänen', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `Verifieringen av ${domain} har gått förlorad`,
      paragraphs: [
        `I 14 dagar hittades inte TXT-posten som ${customer} använder för att bevisa att ${domain} är deras. Katalogimport och SCIM tar inte längre emot personer från domänen, och leverantörer går inte längre i god för dess adresser. De som har åtkomst behåller den.`,
        `För att verifiera domänen på nytt: be den som sköter DNS för ${domain} att lägga in posten exakt så här, och kontrollera den efteråt: ${record}`,
      ],
      action: { label: 'Verifiera domänen på nytt', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} tas snart bort för gott`,
      paragraphs: [
        `Projektet ${project} är borttaget. Det tas bort för gott ${time(purgedAt)}, med allt innehåll.`,
        'Fram till dess kan du återställa det.',
      ],
      action: { label: 'Återställ projektet', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? 'Du har fått ny åtkomst' : `Du är nu ägare till ${first}`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              'Du är nu ägare till:',
              ...listed([first, ...others]),
              'Ägaren bestämmer vilka som är med i ett projekt och kan överlåta det eller ta bort det.',
            ]),
        ...headed('Du har fått åtkomst till:', listed(gained.map(roleIn(roles)), more, `och ${more} till`)),
        'Du kan stänga av de här mejlen i din profil.',
      ],
      action: { label: 'Öppna mina projekt', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Din kod för ett nytt lösenord i Lintel',
      paragraphs: [
        'Någon, förmodligen du, har bett om ett nytt lösenord till ditt konto.',
        `Din kod: ${code}`,
        `Den fungerar en gång, till ${time(expiresAt)}. Var det inte du behöver du inte göra något: ditt lösenord förblir som det är.`,
      ],
      action: { label: 'Välj nytt lösenord', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Bekräfta ditt nya lösenord i Lintel',
      paragraphs: [
        'Någon som kan det nuvarande lösenordet till ditt konto har bett om att byta det.',
        `Var det du, bekräfta det nya lösenordet. Länken fungerar en gång, till ${time(expiresAt)}.`,
        'Var det inte du, bekräfta det inte: någon kan ditt lösenord. Be om ett nytt på inloggningssidan.',
      ],
      action: { label: 'Bekräfta det nya lösenordet', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} kan nu logga in dig i Lintel`,
      paragraphs: [
        `${time(at)} kopplades ditt konto till ${provider}: den som loggar in där som du är inloggad här.`,
        `IP-adress: ${ip}`,
        remedy === 'password'
          ? 'Om det inte var du, logga in, ta bort kopplingen i din profil och byt lösenord.'
          : 'Om det inte var du, logga in, ta bort kopplingen i din profil och logga ut överallt annars i ditt konto.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} loggar inte längre in dig i Lintel`,
      paragraphs: [
        `${time(at)} togs kopplingen mellan ditt konto och ${provider} bort.`,
        `IP-adress: ${ip}`,
        remedy === 'password'
          ? 'Om det inte var du, byt lösenord.'
          : 'Om det inte var du, logga in och logga ut överallt annars i ditt konto.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Bekräfta din adress för Lintel',
      paragraphs: [
        `Någon loggade in hos ${provider} och angav den här adressen som sin. Var det du, bekräfta den och logga sedan in med ${provider} igen.`,
        `Länken fungerar en gång, till ${time(expiresAt)}. Öppna den i webbläsaren som du loggade in med där. Var det inte du behöver du inte göra något.`,
      ],
      action: { label: 'Bekräfta adressen', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Du har ett konto i Lintel',
      paragraphs: [
        `Någon loggade in hos ${provider} och angav den här adressen, som redan har ett konto.`,
        `Var det du: logga in med ${provider} igen, välj ”Jag har redan ett konto” och ange lösenordet till kontot. Var det inte du behöver du inte göra något.`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Skapa ditt konto i Lintel',
      paragraphs: [
        'Någon, förmodligen du, vill skapa ett konto i Lintel med den här adressen.',
        `Välj ett lösenord och skapa ditt första projekt. Länken fungerar en gång, till ${time(expiresAt)}.`,
        'Om det inte var du behöver du inte göra något: utan länken öppnas inget konto.',
      ],
      action: { label: 'Välj ett lösenord', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'Du har redan ett konto i Lintel',
      paragraphs: [
        'Någon, förmodligen du, ville skapa ett konto i Lintel med den här adressen. Det finns redan: logga in för att skapa ett projekt. På inloggningssidan kan du välja ett nytt lösenord.',
      ],
      action: { label: 'Logga in', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'Ditt konto ska tas bort',
      paragraphs: [
        hasAdministrators
          ? `Vi noterade ${time(at)} att ditt konto ska tas bort. Våra medarbetare och administratörerna på ditt företag har fått veta det och hör av sig via e-post. Ingenting har tagits bort ännu.`
          : `Vi noterade ${time(at)} att ditt konto ska tas bort. Våra medarbetare har fått veta det och hör av sig via e-post. Ingenting har tagits bort ännu.`,
        'Om du ändrar dig, eller om det inte var du, tar du tillbaka begäran.',
        support === null
          ? 'Om du inte kan logga in för att göra det meddelar du din systemadministratör.'
          : `Om du inte kan logga in för att göra det skriver du till ${support}.`,
      ],
      action: { label: 'Visa eller ta tillbaka begäran', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} ber om att kontot tas bort`,
      paragraphs: [
        `${email} har bett om att kontot tas bort. Ingenting har tagits bort ännu.`,
        ...(owned.length > 0
          ? [
              'De här projekten ägs av personen och behöver först en annan ägare:',
              ...listed(owned, more, `och ${more} till`),
            ]
          : []),
        `Medlemskap i andras projekt som skulle upphöra: ${memberships}.`,
      ],
      action: { label: 'Besvara begäran', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} behåller kontot`,
      paragraphs: [`${email} vill inte längre att kontot tas bort. Det finns inget mer att göra.`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'Ditt konto är borttaget',
              paragraphs: [
                'Ditt konto har tagits bort som du bad om. Dina medlemskap har upphört och ingen kan logga in med det längre.',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'Ditt konto finns kvar',
              paragraphs: [
                'Din begäran om att ta bort kontot har avslagits:',
                reason,
                'Du kan begära det igen när som helst.',
              ],
            }
      return isDone
        ? {
            subject: `${customer} har hanterat din begäran`,
            paragraphs: [
              `Administratörerna hos ${customer} har hanterat din begäran om att ta bort kontot. Härnäst avgör våra medarbetare begäran; inget har tagits bort ännu.`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} motsätter sig att ditt konto tas bort`,
            paragraphs: [
              `Administratörerna hos ${customer} motsätter sig att ditt konto tas bort:`,
              reason,
              'Härnäst avgör våra medarbetare din begäran; inget har tagits bort ännu.',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `Provperioden för ${project} slutar snart`,
      paragraphs: [
        `Provperioden för ditt projekt ”${project}” slutar ${time(endsAt)}. Därefter försätts projektet i viloläge: du och dess administratörer kan fortfarande läsa det, men ingen kan ändra det.`,
        support === null
          ? 'Fråga din systemadministratör om du vill fortsätta arbeta i det.'
          : `Skriv till ${support} om du vill fortsätta arbeta i det.`,
      ],
      action: { label: 'Öppna projektet', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Bekräfta din e-postadress för Lintel',
      paragraphs: [
        'Någon, förmodligen du, är inloggad i Lintel med den här adressen och vill se allt som har delats med den.',
        `Bekräfta att brevlådan är din och välj ett nytt lösenord. Länken fungerar en gång, till ${time(expiresAt)}. Alla andra vägar in i kontot upphör: tidigare lösenord, tvåstegsverifiering, kopplade leverantörer och öppna sessioner.`,
        'Om det inte var du kan du bortse från det här mejlet: ingen får åtkomst utan att du bekräftar.',
      ],
      action: { label: 'Bekräfta e-postadressen', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Bekräfta din nya adress för Lintel',
      paragraphs: [
        `Någon har bett att få använda den här adressen för Lintel-kontot som nu har ${current}. Var det du, bekräfta den: logga in på det kontot och öppna länken.`,
        `Länken fungerar en gång, till ${time(expiresAt)}. Var det inte du behöver du inte göra något.`,
      ],
      action: { label: 'Bekräfta adressen', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Ditt Lintel-konto ska få en annan adress',
      paragraphs: [
        `${time(at)} bad någon om att ditt konto i fortsättningen ska ha ${to}. Det behåller den här adressen tills den nya är bekräftad.`,
        `IP-adress: ${ip}`,
        remedy === 'password'
          ? 'Om det inte var du, logga in, återkalla begäran i din profil och byt lösenord.'
          : 'Om det inte var du, logga in, återkalla begäran i din profil och logga ut överallt annars i ditt konto.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Ditt Lintel-konto har fått en annan adress',
      paragraphs: [
        `${time(at)} blev ditt kontos adress ${to}. Från och med nu loggar du in med den; lösenordet och projekten är desamma.`,
        `IP-adress: ${ip}`,
        support === null
          ? 'Om det inte var du, meddela genast din systemadministratör: den som har den nya adressen kan återställa ditt lösenord.'
          : `Om det inte var du, skriv genast till ${support}: den som har den nya adressen kan återställa ditt lösenord.`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'Ny inloggning på ditt Lintel-konto',
      paragraphs: [
        `${time(seen.at)} loggade du in från en webbläsare eller ett program som inte har använts med ditt konto tidigare.`,
        ...where(seen),
        {
          password:
            'Om det var du behöver du inte göra något. Annars byter du lösenord: då loggas alla andra sessioner ut.',
          sessions:
            'Om det var du behöver du inte göra något. Annars loggar du ut överallt annars i ditt konto och byter lösenord hos leverantören som du loggar in med.',
          guestLink:
            'Om det var du behöver du inte göra något. Annars ber du projektets administratörer om en ny länk, så att den nuvarande slutar att fungera, och loggar ut överallt annars i ditt konto.',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'Inloggning i Lintel efter fel lösenord',
      paragraphs: [
        `${time(seen.at)} angavs rätt lösenord till ditt konto efter flera felaktiga i rad.`,
        ...where(seen),
        `Felaktiga lösenord dessförinnan: ${seen.failures}`,
        'Om det var du behöver du inte göra något. Annars har någon gissat ditt lösenord: byt det genast.',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Ditt Lintel-lösenord användes utan verifieringskoden',
      paragraphs: [
        `${time(seen.at)} angav någon rätt lösenord till ditt konto, men ingen rätt kod. Personen släpptes inte in.`,
        ...where(seen),
        'Om det inte var du känner någon till ditt lösenord: byt det.',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Ditt Lintel-konto har nu tvåstegsverifiering',
      paragraphs: [
        `${time(seen.at)} aktiverades tvåstegsverifiering: från och med nu krävs även en kod när du loggar in med lösenord.`,
        ...where(seen),
        'Om det inte var du byter du lösenord och vänder dig till administratörerna för dina projekt.',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'Tvåstegsverifieringen för ditt Lintel-konto har tagits bort',
      paragraphs: [
        `${time(seen.at)} togs kontots tvåstegsverifiering bort, tillsammans med återställningskoderna: lösenordet räcker för att logga in.`,
        ...where(seen),
        'Om det inte var du byter du lösenord och aktiverar tvåstegsverifieringen igen.',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'Tvåstegsverifieringen för ditt Lintel-konto har tagits bort av oss',
      paragraphs: [
        `${time(at)} tog våra medarbetare bort kontots tvåstegsverifiering: autentiseringsappen med återställningskoderna, och dina inloggningsnycklar. Du loggades ut överallt.`,
        'Logga in och konfigurera tvåstegsverifieringen igen i ditt konto.',
        support === null
          ? 'Om du inte har bett om detta begär du genast ett nytt lösenord på inloggningssidan och meddelar din systemadministratör.'
          : `Om du inte har bett om detta begär du genast ett nytt lösenord på inloggningssidan och skriver till ${support}.`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'En inloggningsnyckel har lagts till i ditt Lintel-konto',
      paragraphs: [
        `${time(seen.at)} lades en inloggningsnyckel till i ditt konto: den loggar in dig utan lösenord.`,
        ...where(seen),
        'Om det inte var du tar du bort den i ditt konto och byter lösenord.',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'En inloggningsnyckel har tagits bort från ditt Lintel-konto',
      paragraphs: [
        `${time(seen.at)} togs en inloggningsnyckel bort från ditt konto: den loggar inte längre in dig.`,
        ...where(seen),
        'Om det inte var du byter du lösenord och ser över var du är inloggad.',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'Nya återställningskoder till ditt Lintel-konto',
      paragraphs: [
        `${time(seen.at)} skapades nya återställningskoder till ditt konto. De tidigare fungerar inte längre.`,
        ...where(seen),
        'Om det inte var du byter du lösenord och skapar nya återställningskoder.',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'En återställningskod till ditt Lintel-konto användes',
      paragraphs: [
        `${time(seen.at)} användes en av dina återställningskoder. Den fungerar inte igen.`,
        ...where(seen),
        `Återställningskoder kvar: ${seen.left}`,
        'Om det inte var du byter du lösenord och skapar nya återställningskoder.',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Ditt Lintel-lösenord har bytts',
      paragraphs: [
        `${time(seen.at)} byttes lösenordet till ditt konto. Överallt annars loggades du ut.`,
        ...where(seen),
        'Om det inte var du begär du genast ett nytt lösenord på inloggningssidan.',
      ],
    }),
  },
}
