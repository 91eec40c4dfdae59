import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `Adres IP: ${ip}`,
  ...(browser ? [`Przeglądarka: ${browser}`] : []),
]

const roles: RoleLabels = { 5: 'Gość', 10: 'Użytkownik', 15: 'Przepływy', 20: 'Admin' }

export const pl: MailTexts = {
  greeting: (name) => `Dzień dobry, ${name}!`,
  footer: (address) => `Lintel wysłał tę wiadomość z adresu ${address}. Odpowiedzi nie są czytane.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: 'Ze względów bezpieczeństwa wylogowano Cię z Lintel',
      paragraphs: [
        `${time(at)} użyto klucza logowania do Twojego konta, który został już wcześniej zastąpiony lub należy do innej przeglądarki. Dzieje się tak, gdy klucz zostanie skopiowany, dlatego zakończyliśmy sesję, do której należał.`,
        `Adres IP: ${ip}`,
        ...(browser ? [`Przeglądarka: ${browser}`] : []),
        {
          password:
            'Jeśli nie wiesz, co to było, zaloguj się i zmień hasło. W przeciwnym razie po prostu zaloguj się ponownie.',
          sessions:
            'Jeśli nie wiesz, co to było, zaloguj się, wyloguj na swoim koncie wszystkie inne sesje i zmień hasło u dostawcy, przez którego się logujesz. W przeciwnym razie po prostu zaloguj się ponownie.',
          guestLink:
            'Jeśli nie wiesz, co to było, poproś administratorów projektu o nowy link; obecny przestanie wtedy działać. W przeciwnym razie po prostu otwórz swój link ponownie.',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} zaprasza Cię do projektu ${project}`,
      paragraphs: [
        `${inviter} zaprasza Cię do projektu „${project}” w Lintel. Utworzono dla Ciebie konto: wybierz hasło i możesz zaczynać.`,
        `Link działa jeden raz, do ${time(expiresAt)}. Nie przekazuj go nikomu.`,
      ],
      action: { label: 'Wybierz hasło', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `Masz teraz dostęp do projektu ${project}`,
      paragraphs: [
        `${inviter} daje Ci dostęp do projektu „${project}” w Lintel. Zaloguj się jak zwykle, aby go otworzyć.`,
      ],
      action: { label: 'Otwórz projekt', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} zaprasza Cię do projektu ${project}`,
      paragraphs: [
        `${inviter} zaprasza Cię jako gościa do projektu „${project}” w Lintel. Link wpuszcza bez hasła.`,
        expiresAt === null
          ? 'Działa dowolną liczbę razy. Nie przekazuj go nikomu.'
          : `Działa dowolną liczbę razy, do ${time(expiresAt)}. Nie przekazuj go nikomu.`,
      ],
      action: { label: 'Otwórz projekt', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'Twój dostęp wkrótce wygaśnie',
      paragraphs: [
        `Twój dostęp wygasa ${time(endsAt)}. Później nie otworzysz już:`,
        ...listed(lines, more, `i jeszcze ${more}`),
        'Jeśli nadal go potrzebujesz, zwróć się do administratorów swoich projektów.',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: 'Przyznany przez Ciebie dostęp wkrótce wygaśnie',
      paragraphs: [
        `Przyznany przez Ciebie dostęp wygasa ${time(endsAt)}:`,
        ...listed(lines, more, `i jeszcze ${more}`),
        'Jeśli ktoś nadal go potrzebuje, ustaw przedtem późniejszą datę.',
      ],
      action: { label: isOfSeveral ? 'Otwórz moje projekty' : 'Otwórz projekt', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} będzie wymagać weryfikacji dwuetapowej`,
      paragraphs: [
        `Od ${time(from)} samo hasło nie wystarczy, aby otworzyć projekty klienta ${customer}.`,
        'Skonfiguruj wcześniej weryfikację dwuetapową: wystarczą dwie minuty i telefon.',
      ],
      action: { label: 'Skonfiguruj weryfikację dwuetapową', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `Weryfikacja domeny ${domain} zostanie wkrótce utracona`,
      paragraphs: [
        `Rekordu TXT, którym klient ${customer} potwierdza, że domena ${domain} należy do niego, nie było, gdy go szukaliśmy.`,
        `Poproś osobę, która zarządza DNS domeny ${domain}, aby dodała go ponownie, dokładnie tak: ${record}`,
        `Jeśli nie wróci do ${time(lostAt)}, weryfikacja zostanie utracona. Import katalogu i SCIM nie będą już przyjmować osób z tej domeny, a dostawcy nie będą już ręczyć za jej adresy.`,
      ],
      action: { label: 'Zobacz domenę', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `Weryfikacja domeny ${domain} została utracona`,
      paragraphs: [
        `Przez 14 dni nie znaleziono rekordu TXT, którym klient ${customer} potwierdza, że domena ${domain} należy do niego. Import katalogu i SCIM nie przyjmują już osób z tej domeny, a dostawcy nie ręczą już za jej adresy. Kto ma dostęp, ten go zachowuje.`,
        `Aby zweryfikować ją ponownie, poproś osobę, która zarządza DNS domeny ${domain}, aby dodała rekord dokładnie tak, a potem go sprawdź: ${record}`,
      ],
      action: { label: 'Zweryfikuj domenę ponownie', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `Projekt ${project} zostanie wkrótce trwale usunięty`,
      paragraphs: [
        `Projekt ${project} jest usunięty. Zostanie trwale usunięty wraz z całą zawartością ${time(purgedAt)}.`,
        'Do tego czasu można go przywrócić.',
      ],
      action: { label: 'Przywróć projekt', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? 'Masz nowe uprawnienia dostępu' : `Jesteś teraz właścicielem projektu ${first}`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              'Jesteś teraz właścicielem:',
              ...listed([first, ...others]),
              'Właściciel decyduje, kto należy do projektu, i może go przekazać lub usunąć.',
            ]),
        ...headed('Masz teraz dostęp do:', listed(gained.map(roleIn(roles)), more, `i jeszcze ${more}`)),
        'Te wiadomości możesz wyłączyć w swoim profilu.',
      ],
      action: { label: 'Otwórz moje projekty', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Twój kod do nowego hasła w Lintel',
      paragraphs: [
        'Ktoś, prawdopodobnie Ty, poprosił o nowe hasło do Twojego konta.',
        `Twój kod: ${code}`,
        `Działa jeden raz, do ${time(expiresAt)}. Jeśli to nie Ty, nie musisz nic robić: hasło pozostanie bez zmian.`,
      ],
      action: { label: 'Ustaw nowe hasło', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Potwierdź nowe hasło w Lintel',
      paragraphs: [
        'Ktoś, kto zna obecne hasło do Twojego konta, poprosił o jego zmianę.',
        `Jeśli to Ty, potwierdź nowe hasło. Link działa jeden raz, do ${time(expiresAt)}.`,
        'Jeśli to nie Ty, nie potwierdzaj go: ktoś zna Twoje hasło. Poproś o nowe na stronie logowania.',
      ],
      action: { label: 'Potwierdź nowe hasło', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Możesz teraz logować się do Lintel przez ${provider}`,
      paragraphs: [
        `${time(at)} Twoje konto połączono z ${provider}: kto zaloguje się tam jako Ty, będzie zalogowany także tutaj.`,
        `Adres IP: ${ip}`,
        remedy === 'password'
          ? 'Jeśli to nie Ty, zaloguj się, usuń połączenie w swoim profilu i zmień hasło.'
          : 'Jeśli to nie Ty, zaloguj się, usuń połączenie w swoim profilu i wyloguj na swoim koncie wszystkie inne sesje.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Nie możesz już logować się do Lintel przez ${provider}`,
      paragraphs: [
        `${time(at)} usunięto połączenie Twojego konta z ${provider}.`,
        `Adres IP: ${ip}`,
        remedy === 'password'
          ? 'Jeśli to nie Ty, zmień hasło.'
          : 'Jeśli to nie Ty, zaloguj się i wyloguj na swoim koncie wszystkie inne sesje.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Potwierdź swój adres w Lintel',
      paragraphs: [
        `Ktoś zalogował się u dostawcy ${provider} i podał ten adres jako swój. Jeśli to Ty, potwierdź go, a potem zaloguj się ponownie przez ${provider}.`,
        `Link działa jeden raz, do ${time(expiresAt)}. Otwórz go w przeglądarce, w której się tam logowano. Jeśli to nie Ty, nie musisz nic robić.`,
      ],
      action: { label: 'Potwierdź adres', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Masz już konto w Lintel',
      paragraphs: [
        `Ktoś zalogował się u dostawcy ${provider} i podał ten adres, który ma już konto.`,
        `Jeśli to Ty: zaloguj się ponownie przez ${provider}, wybierz „Mam już konto” i podaj hasło do swojego konta. Jeśli to nie Ty, nie musisz nic robić.`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Utwórz swoje konto w Lintel',
      paragraphs: [
        'Ktoś, prawdopodobnie Ty, chce utworzyć konto w Lintel z tym adresem.',
        `Wybierz hasło i utwórz swój pierwszy projekt. Link działa raz, do ${time(expiresAt)}.`,
        'Jeśli to nie Ty, nie rób nic: bez tego linku żadne konto nie zostanie otwarte.',
      ],
      action: { label: 'Wybierz hasło', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'Masz już konto w Lintel',
      paragraphs: [
        'Ktoś, prawdopodobnie Ty, chciał utworzyć konto w Lintel z tym adresem. Konto już istnieje: zaloguj się, aby utworzyć projekt. Nowe hasło możesz ustawić na stronie logowania.',
      ],
      action: { label: 'Zaloguj się', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'Twoje konto ma zostać usunięte',
      paragraphs: [
        hasAdministrators
          ? `${time(at)} odnotowaliśmy prośbę o usunięcie Twojego konta. Powiadomiliśmy nasz zespół i administratorów Twojej firmy; odezwą się e-mailem. Nic nie zostało jeszcze usunięte.`
          : `${time(at)} odnotowaliśmy prośbę o usunięcie Twojego konta. Powiadomiliśmy nasz zespół, który odezwie się e-mailem. Nic nie zostało jeszcze usunięte.`,
        'Jeśli zmienisz zdanie albo to nie była Twoja prośba, wycofaj ją.',
        support === null
          ? 'Jeśli nie możesz się w tym celu zalogować, zawiadom administratora systemu.'
          : `Jeśli nie możesz się w tym celu zalogować, napisz na adres ${support}.`,
      ],
      action: { label: 'Zobacz lub wycofaj prośbę', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} prosi o usunięcie konta`,
      paragraphs: [
        `${email} prosi o usunięcie swojego konta. Nic nie zostało jeszcze usunięte.`,
        ...(owned.length > 0
          ? [
              'Ta osoba jest właścicielem poniższych projektów, które najpierw potrzebują innego właściciela:',
              ...listed(owned, more, `i jeszcze ${more}`),
            ]
          : []),
        `Członkostwa w projektach innych osób, które by się zakończyły: ${memberships}.`,
      ],
      action: { label: 'Odpowiedz na prośbę', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} zachowuje konto`,
      paragraphs: [`${email} nie chce już usunięcia konta. Nie trzeba nic robić.`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'Twoje konto zostało usunięte',
              paragraphs: [
                'Zgodnie z prośbą konto zostało usunięte. Członkostwa w projektach wygasły i nikt nie może się już na to konto zalogować.',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'Twoje konto pozostaje',
              paragraphs: [
                'Prośba o usunięcie konta została odrzucona:',
                reason,
                'W każdej chwili można poprosić ponownie.',
              ],
            }
      return isDone
        ? {
            subject: `${customer}: prośba rozpatrzona`,
            paragraphs: [
              `Administratorzy klienta ${customer} rozpatrzyli prośbę o usunięcie konta. Teraz decyzję podejmie nasz zespół; nic jeszcze nie zostało usunięte.`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer}: sprzeciw wobec usunięcia konta`,
            paragraphs: [
              `Administratorzy klienta ${customer} sprzeciwiają się usunięciu konta:`,
              reason,
              'Teraz decyzję podejmie nasz zespół; nic jeszcze nie zostało usunięte.',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `Okres próbny projektu ${project} wkrótce się kończy`,
      paragraphs: [
        `Okres próbny Twojego projektu „${project}” kończy się ${time(endsAt)}. Potem projekt przejdzie w stan hibernacji: Ty i jego administratorzy będziecie mogli go czytać, ale nikt nie będzie mógł go zmieniać.`,
        support === null
          ? 'Zapytaj administratora systemu, jeśli chcesz nadal w nim pracować.'
          : `Napisz na adres ${support}, jeśli chcesz nadal w nim pracować.`,
      ],
      action: { label: 'Otwórz projekt', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Potwierdź swój adres e-mail w Lintel',
      paragraphs: [
        'Ktoś, prawdopodobnie Ty, jest zalogowany do Lintel tym adresem i chce zobaczyć wszystko, co temu adresowi udostępniono.',
        `Potwierdź, że skrzynka należy do Ciebie, i wybierz nowe hasło. Link działa raz, do ${time(expiresAt)}. Każdy inny dostęp do konta wygasa: wcześniejsze hasła, weryfikacja dwuetapowa, powiązani dostawcy i otwarte sesje.`,
        'Jeśli to nie Ty, możesz zignorować tę wiadomość: bez Twojego potwierdzenia nikt nie uzyska dostępu.',
      ],
      action: { label: 'Potwierdź adres e-mail', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Potwierdź swój nowy adres w Lintel',
      paragraphs: [
        `Ktoś poprosił o używanie tego adresu dla konta Lintel, które ma teraz adres ${current}. Jeśli to Ty, potwierdź go: zaloguj się na to konto i otwórz link.`,
        `Link działa jeden raz, do ${time(expiresAt)}. Jeśli to nie Ty, nie musisz nic robić.`,
      ],
      action: { label: 'Potwierdź adres', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Twoje konto Lintel ma otrzymać inny adres',
      paragraphs: [
        `${time(at)} ktoś poprosił, aby Twoje konto miało odtąd adres ${to}. Dopóki nowy adres nie zostanie potwierdzony, obowiązuje obecny.`,
        `Adres IP: ${ip}`,
        remedy === 'password'
          ? 'Jeśli to nie Ty, zaloguj się, wycofaj prośbę w swoim profilu i zmień hasło.'
          : 'Jeśli to nie Ty, zaloguj się, wycofaj prośbę w swoim profilu i wyloguj na swoim koncie wszystkie inne sesje.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Twoje konto Lintel ma inny adres',
      paragraphs: [
        `${time(at)} adresem Twojego konta stał się ${to}. Od teraz logujesz się nim; hasło i projekty pozostają te same.`,
        `Adres IP: ${ip}`,
        support === null
          ? 'Jeśli to nie Ty, natychmiast zawiadom administratora systemu: kto ma nowy adres, może zresetować Twoje hasło.'
          : `Jeśli to nie Ty, natychmiast napisz na adres ${support}: kto ma nowy adres, może zresetować Twoje hasło.`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'Nowe logowanie na konto Lintel',
      paragraphs: [
        `${time(seen.at)} zalogowano się na Twoje konto z przeglądarki lub programu, których wcześniej z nim nie używano.`,
        ...where(seen),
        {
          password:
            'Jeśli to Ty, nie musisz nic robić. Jeśli nie, zmień hasło: spowoduje to wylogowanie wszędzie indziej.',
          sessions:
            'Jeśli to Ty, nie musisz nic robić. Jeśli nie, wyloguj na swoim koncie wszystkie inne sesje i zmień hasło u dostawcy, przez którego się logujesz.',
          guestLink:
            'Jeśli to Ty, nie musisz nic robić. Jeśli nie, poproś administratorów projektu o nowy link – obecny przestanie wtedy działać – i wyloguj na swoim koncie wszystkie inne sesje.',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'Logowanie do Lintel po błędnych hasłach',
      paragraphs: [
        `${time(seen.at)} podano prawidłowe hasło do Twojego konta po kilku błędnych z rzędu.`,
        ...where(seen),
        `Wcześniejsze błędne hasła: ${seen.failures}`,
        'Jeśli to Ty, nie musisz nic robić. Jeśli nie, ktoś odgadł Twoje hasło: zmień je natychmiast.',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Twojego hasła do Lintel użyto bez kodu weryfikacyjnego',
      paragraphs: [
        `${time(seen.at)} ktoś podał prawidłowe hasło do Twojego konta, ale nie podał prawidłowego kodu. Dostępu nie przyznano.`,
        ...where(seen),
        'Jeśli to nie Ty, ktoś zna Twoje hasło: zmień je.',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Twoje konto Lintel ma teraz weryfikację dwuetapową',
      paragraphs: [
        `${time(seen.at)} skonfigurowano weryfikację dwuetapową: od teraz logowanie hasłem wymaga także kodu.`,
        ...where(seen),
        'Jeśli to nie Ty, zmień hasło i skontaktuj się z administratorami swoich projektów.',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'Usunięto weryfikację dwuetapową Twojego konta Lintel',
      paragraphs: [
        `${time(seen.at)} usunięto weryfikację dwuetapową Twojego konta wraz z kodami odzyskiwania: do zalogowania wystarczy hasło.`,
        ...where(seen),
        'Jeśli to nie Ty, zmień hasło i ponownie skonfiguruj weryfikację dwuetapową.',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'Nasz zespół usunął weryfikację dwuetapową Twojego konta Lintel',
      paragraphs: [
        `${time(at)} nasz zespół usunął weryfikację dwuetapową Twojego konta: aplikację uwierzytelniającą wraz z kodami odzyskiwania oraz klucze dostępu. Wszędzie Cię wylogowano.`,
        'Zaloguj się i ponownie skonfiguruj weryfikację dwuetapową na swoim koncie.',
        support === null
          ? 'Jeśli to nie była Twoja prośba, natychmiast poproś o nowe hasło na stronie logowania i zawiadom administratora systemu.'
          : `Jeśli to nie była Twoja prośba, natychmiast poproś o nowe hasło na stronie logowania i napisz na adres ${support}.`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'Do Twojego konta Lintel dodano klucz dostępu',
      paragraphs: [
        `${time(seen.at)} do Twojego konta dodano klucz dostępu: pozwala zalogować się bez hasła.`,
        ...where(seen),
        'Jeśli to nie Ty, usuń go na swoim koncie i zmień hasło.',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'Usunięto klucz dostępu z Twojego konta Lintel',
      paragraphs: [
        `${time(seen.at)} usunięto klucz dostępu z Twojego konta: nie można się już nim zalogować.`,
        ...where(seen),
        'Jeśli to nie Ty, zmień hasło i sprawdź, gdzie masz otwarte sesje.',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'Nowe kody odzyskiwania do konta Lintel',
      paragraphs: [
        `${time(seen.at)} utworzono nowe kody odzyskiwania do Twojego konta. Poprzednie już nie działają.`,
        ...where(seen),
        'Jeśli to nie Ty, zmień hasło i utwórz nowe kody odzyskiwania.',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'Użyto kodu odzyskiwania do Twojego konta Lintel',
      paragraphs: [
        `${time(seen.at)} użyto jednego z Twoich kodów odzyskiwania. Nie zadziała on ponownie.`,
        ...where(seen),
        `Pozostałe kody odzyskiwania: ${seen.left}`,
        'Jeśli to nie Ty, zmień hasło i utwórz nowe kody odzyskiwania.',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Zmieniono Twoje hasło do Lintel',
      paragraphs: [
        `${time(seen.at)} zmieniono hasło do Twojego konta. Wszędzie indziej Cię wylogowano.`,
        ...where(seen),
        'Jeśli to nie Ty, natychmiast poproś o nowe hasło na stronie logowania.',
      ],
    }),
  },
}
