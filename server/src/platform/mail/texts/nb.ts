import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `IP-adresse: ${ip}`,
  ...(browser ? [`Nettleser: ${browser}`] : []),
]

const roles: RoleLabels = { 5: 'Gjest', 10: 'Bruker', 15: 'Arbeidsflyt', 20: 'Admin' }

export const nb: MailTexts = {
  greeting: (name) => `Hei ${name},`,
  footer: (address) => `Lintel sendte denne e-posten fra ${address}. Svar blir ikke lest.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: 'Du ble logget ut av Lintel av sikkerhetsgrunner',
      paragraphs: [
        `${time(at)} ble en innloggingsnøkkel til kontoen din brukt, selv om den allerede var byttet ut eller hører til en annen nettleser. Det skjer når en nøkkel er kopiert, så vi avsluttet økten den hørte til.`,
        `IP-adresse: ${ip}`,
        ...(browser ? [`Nettleser: ${browser}`] : []),
        {
          password:
            'Hvis du ikke vet hva dette var, logger du inn og endrer passordet. Ellers er det bare å logge inn igjen.',
          sessions:
            'Hvis du ikke vet hva dette var, logger du inn, logger ut alle andre steder i kontoen din og endrer passordet hos leverandøren du logger inn med. Ellers er det bare å logge inn igjen.',
          guestLink:
            'Hvis du ikke vet hva dette var, ber du administratorene for prosjektet om en ny lenke; da slutter den du har nå, å virke. Ellers er det bare å åpne lenken igjen.',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} inviterer deg til ${project}`,
      paragraphs: [
        `${inviter} inviterer deg til prosjektet «${project}» i Lintel. Det er opprettet en konto til deg: velg et passord, så kan du begynne.`,
        `Lenken virker én gang, frem til ${time(expiresAt)}. Ikke gi den videre.`,
      ],
      action: { label: 'Velg passord', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `Du er nå med i ${project}`,
      paragraphs: [
        `${inviter} har lagt deg til i prosjektet «${project}» i Lintel. Logg inn som vanlig for å åpne det.`,
      ],
      action: { label: 'Åpne prosjektet', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} inviterer deg til ${project}`,
      paragraphs: [
        `${inviter} inviterer deg som gjest til prosjektet «${project}» i Lintel. Lenken slipper deg inn uten passord.`,
        expiresAt === null
          ? 'Den virker så ofte du vil. Ikke gi den videre.'
          : `Den virker så ofte du vil, frem til ${time(expiresAt)}. Ikke gi den videre.`,
      ],
      action: { label: 'Åpne prosjektet', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'Tilgangen din opphører snart',
      paragraphs: [
        `Tilgangen din opphører ${time(endsAt)}. Etter det kan du ikke lenger åpne:`,
        ...listed(lines, more, `og ${more} til`),
        'Trenger du den fortsatt, kan du kontakte administratorene for prosjektene dine.',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: 'Tilgang du har gitt, opphører snart',
      paragraphs: [
        `Tilgang du har gitt, opphører ${time(endsAt)}:`,
        ...listed(lines, more, `og ${more} til`),
        'Hvis noen fortsatt trenger den, kan du sette en senere dato før det.',
      ],
      action: { label: isOfSeveral ? 'Åpne prosjektene mine' : 'Åpne prosjektet', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} kommer til å kreve totrinnsbekreftelse`,
      paragraphs: [
        `Fra ${time(from)} er ikke passordet alene nok til å åpne prosjektene til ${customer}.`,
        'Sett opp totrinnsbekreftelse før det: Det tar to minutter og krever en telefon.',
      ],
      action: { label: 'Sett opp totrinnsbekreftelse', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `Bekreftelsen av ${domain} er i ferd med å gå tapt`,
      paragraphs: [
        `TXT-oppføringen som ${customer} bruker for å bevise at ${domain} er deres, ble ikke funnet da vi lette etter den.`,
        `Be den som tar seg av DNS for ${domain} om å legge den inn igjen, nøyaktig slik: ${record}`,
        `Er den ikke på plass igjen innen ${time(lostAt)}, går bekreftelsen tapt. Da tar katalogimport og SCIM ikke lenger imot personer fra dette domenet, og leverandører går ikke lenger god for adressene.`,
      ],
      action: { label: 'Se domenet', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `Bekreftelsen av ${domain} er tapt`,
      paragraphs: [
        `I 14 dager ble TXT-oppføringen som ${customer} bruker for å bevise at ${domain} er deres, ikke funnet. Katalogimport og SCIM tar ikke lenger imot personer fra dette domenet, og leverandører går ikke lenger god for adressene. De som har tilgang, beholder den.`,
        `For å bekrefte domenet på nytt: Be den som tar seg av DNS for ${domain} om å legge inn oppføringen nøyaktig slik, og sjekk den etterpå: ${record}`,
      ],
      action: { label: 'Bekreft domenet på nytt', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} blir snart fjernet for godt`,
      paragraphs: [
        `Prosjektet ${project} er slettet. Det blir fjernet for godt ${time(purgedAt)}, med alt innhold.`,
        'Frem til da kan du gjenopprette det.',
      ],
      action: { label: 'Gjenopprett prosjektet', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? 'Du har fått nye tilganger' : `Du er nå eier av ${first}`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              'Du er nå eier av:',
              ...listed([first, ...others]),
              'Eieren bestemmer hvem som er med i et prosjekt, og kan overføre det til andre eller slette det.',
            ]),
        ...headed('Du har fått tilgang til:', listed(gained.map(roleIn(roles)), more, `og ${more} til`)),
        'Du kan slå av disse e-postene i profilen din.',
      ],
      action: { label: 'Åpne prosjektene mine', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Koden din for et nytt passord i Lintel',
      paragraphs: [
        'Noen, sannsynligvis du selv, har bedt om et nytt passord til kontoen din.',
        `Koden din: ${code}`,
        `Den virker én gang, frem til ${time(expiresAt)}. Var det ikke deg, trenger du ikke å gjøre noe: passordet ditt blir som det er.`,
      ],
      action: { label: 'Velg nytt passord', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Bekreft det nye passordet ditt i Lintel',
      paragraphs: [
        'Noen som kjenner det nåværende passordet til kontoen din, har bedt om å bytte det.',
        `Var det deg, så bekreft det nye passordet. Lenken virker én gang, frem til ${time(expiresAt)}.`,
        'Var det ikke deg, så ikke bekreft det: noen kjenner passordet ditt. Be om et nytt på innloggingssiden.',
      ],
      action: { label: 'Bekreft det nye passordet', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} kan nå logge deg inn i Lintel`,
      paragraphs: [
        `${time(at)} ble kontoen din knyttet til ${provider}: den som logger inn der som deg, er logget inn her.`,
        `IP-adresse: ${ip}`,
        remedy === 'password'
          ? 'Hvis det ikke var deg, logg inn, fjern koblingen i profilen din og endre passordet.'
          : 'Hvis det ikke var deg, logg inn, fjern koblingen i profilen din og logg ut alle andre steder i kontoen din.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} logger deg ikke lenger inn i Lintel`,
      paragraphs: [
        `${time(at)} ble koblingen mellom kontoen din og ${provider} fjernet.`,
        `IP-adresse: ${ip}`,
        remedy === 'password'
          ? 'Hvis det ikke var deg, endre passordet.'
          : 'Hvis det ikke var deg, logg inn og logg ut alle andre steder i kontoen din.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Bekreft adressen din for Lintel',
      paragraphs: [
        `Noen logget inn hos ${provider} og oppga denne adressen som sin. Var det deg, så bekreft den og logg inn med ${provider} på nytt.`,
        `Lenken virker én gang, til ${time(expiresAt)}. Åpne den i nettleseren du logget inn med der. Var det ikke deg, trenger du ikke å gjøre noe.`,
      ],
      action: { label: 'Bekreft adressen', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Du har en konto i Lintel',
      paragraphs: [
        `Noen logget inn hos ${provider} og oppga denne adressen, som allerede har en konto.`,
        `Var det deg: logg inn med ${provider} på nytt, velg «Jeg har en konto fra før», og skriv inn passordet til kontoen. Var det ikke deg, trenger du ikke å gjøre noe.`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Opprett kontoen din i Lintel',
      paragraphs: [
        'Noen, sannsynligvis du, vil opprette en konto i Lintel med denne adressen.',
        `Velg et passord, og opprett ditt første prosjekt. Lenken virker én gang, til ${time(expiresAt)}.`,
        'Var det ikke deg, trenger du ikke å gjøre noe: Uten denne lenken åpnes ingen konto.',
      ],
      action: { label: 'Velg et passord', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'Du har allerede en konto i Lintel',
      paragraphs: [
        'Noen, sannsynligvis du, ville opprette en konto i Lintel med denne adressen. Den finnes allerede: Logg inn for å opprette et prosjekt. På innloggingssiden kan du velge et nytt passord.',
      ],
      action: { label: 'Logg inn', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'Kontoen din skal slettes',
      paragraphs: [
        hasAdministrators
          ? `Vi noterte ${time(at)} at kontoen din skal slettes. Medarbeiderne våre og administratorene i firmaet ditt har fått beskjed og tar kontakt på e-post. Ingenting er slettet ennå.`
          : `Vi noterte ${time(at)} at kontoen din skal slettes. Medarbeiderne våre har fått beskjed og tar kontakt på e-post. Ingenting er slettet ennå.`,
        'Hvis du ombestemmer deg, eller hvis det ikke var deg, trekker du forespørselen tilbake.',
        support === null
          ? 'Hvis du ikke kan logge inn for å gjøre det, gir du systemadministratoren din beskjed.'
          : `Hvis du ikke kan logge inn for å gjøre det, skriver du til ${support}.`,
      ],
      action: { label: 'Se eller trekk tilbake forespørselen', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} ber om at kontoen slettes`,
      paragraphs: [
        `${email} har bedt om at kontoen slettes. Ingenting er slettet ennå.`,
        ...(owned.length > 0
          ? [
              'Denne personen eier disse prosjektene, som først trenger en annen eier:',
              ...listed(owned, more, `og ${more} til`),
            ]
          : []),
        `Medlemskap i andres prosjekter som ville opphøre: ${memberships}.`,
      ],
      action: { label: 'Svar på forespørselen', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} beholder kontoen`,
      paragraphs: [`${email} ønsker ikke lenger at kontoen slettes. Det er ikke mer å gjøre.`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'Kontoen din er slettet',
              paragraphs: [
                'Kontoen din er slettet, slik du ba om. Medlemskapene dine er avsluttet, og ingen kan logge inn med den lenger.',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'Kontoen din beholdes',
              paragraphs: [
                'Forespørselen din om å slette kontoen ble avslått:',
                reason,
                'Du kan be om det igjen når som helst.',
              ],
            }
      return isDone
        ? {
            subject: `${customer} har behandlet forespørselen din`,
            paragraphs: [
              `Administratorene hos ${customer} har behandlet forespørselen din om å slette kontoen. Deretter tar våre ansatte stilling til den; ingenting er slettet ennå.`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} motsetter seg at kontoen din slettes`,
            paragraphs: [
              `Administratorene hos ${customer} motsetter seg at kontoen din slettes:`,
              reason,
              'Deretter tar våre ansatte stilling til forespørselen din; ingenting er slettet ennå.',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `Prøveperioden for ${project} er snart over`,
      paragraphs: [
        `Prøveperioden for prosjektet «${project}» slutter ${time(endsAt)}. Da går prosjektet i dvale: Du og administratorene kan fortsatt lese det, men ingen kan endre det.`,
        support === null
          ? 'Spør systemadministratoren din hvis du vil arbeide videre i det.'
          : `Skriv til ${support} hvis du vil arbeide videre i det.`,
      ],
      action: { label: 'Åpne prosjektet', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Bekreft e-postadressen din for Lintel',
      paragraphs: [
        'Noen, sannsynligvis du, er logget inn i Lintel med denne adressen og vil se alt som er delt med den.',
        `Bekreft at postkassen er din, og velg et nytt passord. Lenken virker én gang, til ${time(expiresAt)}. Alle andre veier inn i kontoen opphører: tidligere passord, totrinnsbekreftelse, tilknyttede leverandører og åpne økter.`,
        'Var det ikke deg, kan du se bort fra denne e-posten: Ingen får tilgang uten at du bekrefter.',
      ],
      action: { label: 'Bekreft e-postadressen', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Bekreft den nye adressen din for Lintel',
      paragraphs: [
        `Noen har bedt om å bruke denne adressen for Lintel-kontoen som nå har ${current}. Var det deg, så bekreft den: logg inn på den kontoen og åpne lenken.`,
        `Lenken virker én gang, til ${time(expiresAt)}. Var det ikke deg, trenger du ikke å gjøre noe.`,
      ],
      action: { label: 'Bekreft adressen', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Lintel-kontoen din skal få en annen adresse',
      paragraphs: [
        `${time(at)} ba noen om at kontoen din heretter skal ha ${to}. Den beholder denne adressen til den nye er bekreftet.`,
        `IP-adresse: ${ip}`,
        remedy === 'password'
          ? 'Hvis det ikke var deg, logg inn, trekk tilbake forespørselen i profilen din og endre passordet.'
          : 'Hvis det ikke var deg, logg inn, trekk tilbake forespørselen i profilen din og logg ut alle andre steder i kontoen din.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Lintel-kontoen din har fått en annen adresse',
      paragraphs: [
        `${time(at)} ble adressen til kontoen din ${to}. Heretter logger du inn med den; passordet og prosjektene dine er de samme.`,
        `IP-adresse: ${ip}`,
        support === null
          ? 'Hvis det ikke var deg, si fra til systemadministratoren din med én gang: den som har den nye adressen, kan tilbakestille passordet ditt.'
          : `Hvis det ikke var deg, skriv til ${support} med én gang: den som har den nye adressen, kan tilbakestille passordet ditt.`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'Ny innlogging på Lintel-kontoen din',
      paragraphs: [
        `${time(seen.at)} logget du inn fra en nettleser eller et program som ikke er brukt med kontoen din før.`,
        ...where(seen),
        {
          password:
            'Hvis det var deg, trenger du ikke å gjøre noe. Hvis ikke, endrer du passordet: Da logges alle andre økter ut.',
          sessions:
            'Hvis det var deg, trenger du ikke å gjøre noe. Hvis ikke, logger du ut alle andre steder i kontoen din og endrer passordet hos leverandøren du logger inn med.',
          guestLink:
            'Hvis det var deg, trenger du ikke å gjøre noe. Hvis ikke, ber du administratorene for prosjektet om en ny lenke, slik at den du har nå, slutter å virke, og logger ut alle andre steder i kontoen din.',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'Innlogging i Lintel etter feil passord',
      paragraphs: [
        `${time(seen.at)} ble riktig passord til kontoen din oppgitt etter flere feil på rad.`,
        ...where(seen),
        `Feil passord før dette: ${seen.failures}`,
        'Hvis det var deg, trenger du ikke å gjøre noe. Hvis ikke, har noen gjettet passordet ditt: Endre det med en gang.',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Lintel-passordet ditt ble brukt uten bekreftelseskoden',
      paragraphs: [
        `${time(seen.at)} oppga noen riktig passord til kontoen din, men ingen riktig kode. Vedkommende slapp ikke inn.`,
        ...where(seen),
        'Hvis det ikke var deg, er det noen som kjenner passordet ditt: Endre det.',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Lintel-kontoen din har nå totrinnsbekreftelse',
      paragraphs: [
        `${time(seen.at)} ble totrinnsbekreftelse satt opp: Fra nå av kreves også en kode når du logger inn med passord.`,
        ...where(seen),
        'Hvis det ikke var deg, endrer du passordet og tar kontakt med administratorene for prosjektene dine.',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'Totrinnsbekreftelsen for Lintel-kontoen din er fjernet',
      paragraphs: [
        `${time(seen.at)} ble totrinnsbekreftelsen for kontoen din fjernet, sammen med gjenopprettingskodene: Passordet alene er nok for å logge inn.`,
        ...where(seen),
        'Hvis det ikke var deg, endrer du passordet og setter opp totrinnsbekreftelse på nytt.',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'Totrinnsbekreftelsen for Lintel-kontoen din er fjernet av oss',
      paragraphs: [
        `${time(at)} fjernet medarbeiderne våre totrinnsbekreftelsen for kontoen din: autentiseringsappen med gjenopprettingskodene, og tilgangsnøklene dine. Du ble logget ut overalt.`,
        'Logg inn og sett opp totrinnsbekreftelse på nytt i kontoen din.',
        support === null
          ? 'Hvis du ikke har bedt om dette, ber du om et nytt passord på innloggingssiden med en gang og gir systemadministratoren din beskjed.'
          : `Hvis du ikke har bedt om dette, ber du om et nytt passord på innloggingssiden med en gang og skriver til ${support}.`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'En tilgangsnøkkel er lagt til i Lintel-kontoen din',
      paragraphs: [
        `${time(seen.at)} ble en tilgangsnøkkel lagt til i kontoen din: Den logger deg inn uten passord.`,
        ...where(seen),
        'Hvis det ikke var deg, fjerner du den i kontoen din og endrer passordet.',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'En tilgangsnøkkel i Lintel-kontoen din er fjernet',
      paragraphs: [
        `${time(seen.at)} ble en tilgangsnøkkel i kontoen din fjernet: Den logger deg ikke lenger inn.`,
        ...where(seen),
        'Hvis det ikke var deg, endrer du passordet og ser over hvor du er logget inn.',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'Nye gjenopprettingskoder til Lintel-kontoen din',
      paragraphs: [
        `${time(seen.at)} ble det laget nye gjenopprettingskoder til kontoen din. De tidligere virker ikke lenger.`,
        ...where(seen),
        'Hvis det ikke var deg, endrer du passordet og lager nye gjenopprettingskoder.',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'En gjenopprettingskode til Lintel-kontoen din ble brukt',
      paragraphs: [
        `${time(seen.at)} ble en av gjenopprettingskodene dine brukt. Den virker ikke igjen.`,
        ...where(seen),
        `Gjenopprettingskoder igjen: ${seen.left}`,
        'Hvis det ikke var deg, endrer du passordet og lager nye gjenopprettingskoder.',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Lintel-passordet ditt er endret',
      paragraphs: [
        `${time(seen.at)} ble passordet til kontoen din endret. Alle andre steder ble du logget ut.`,
        ...where(seen),
        'Hvis det ikke var deg, ber du om et nytt passord på innloggingssiden med en gang.',
      ],
    }),
  },
}
