import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `IP-Adresse: ${ip}`,
  ...(browser ? [`Browser: ${browser}`] : []),
]

const roles: RoleLabels = { 5: 'Gast', 10: 'Benutzer', 15: 'Workflows', 20: 'Admin' }

export const de: MailTexts = {
  greeting: (name) => `Guten Tag ${name},`,
  footer: (address) => `Lintel hat diese E-Mail von ${address} gesendet. Antworten werden nicht gelesen.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: 'Sie wurden zu Ihrer Sicherheit bei Lintel abgemeldet',
      paragraphs: [
        `Am ${time(at)} wurde ein Anmeldeschlüssel Ihres Kontos verwendet, der bereits ersetzt war oder zu einem anderen Browser gehört. Das kommt vor, wenn ein Schlüssel kopiert wurde; deshalb haben wir die zugehörige Sitzung beendet.`,
        `IP-Adresse: ${ip}`,
        ...(browser ? [`Browser: ${browser}`] : []),
        {
          password:
            'Wenn Sie nicht wissen, was das war, melden Sie sich an und ändern Sie Ihr Passwort. Andernfalls melden Sie sich einfach wieder an.',
          sessions:
            'Wenn Sie nicht wissen, was das war, melden Sie sich an, melden Sie in Ihrem Konto alle anderen Sitzungen ab und ändern Sie Ihr Passwort bei dem Anbieter, über den Sie sich anmelden. Andernfalls melden Sie sich einfach wieder an.',
          guestLink:
            'Wenn Sie nicht wissen, was das war, bitten Sie die Administratoren des Projekts um einen neuen Link; der jetzige gilt dann nicht mehr. Andernfalls öffnen Sie einfach Ihren Link noch einmal.',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} lädt Sie zu ${project} ein`,
      paragraphs: [
        `${inviter} lädt Sie zum Projekt „${project}“ bei Lintel ein. Für Sie wurde ein Konto angelegt: Wählen Sie ein Passwort, dann können Sie beginnen.`,
        `Der Link funktioniert einmal, bis ${time(expiresAt)}. Bitte geben Sie ihn nicht weiter.`,
      ],
      action: { label: 'Passwort wählen', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `Sie gehören jetzt zu ${project}`,
      paragraphs: [
        `${inviter} hat Sie zum Projekt „${project}“ bei Lintel hinzugefügt. Melden Sie sich wie gewohnt an, um es zu öffnen.`,
      ],
      action: { label: 'Projekt öffnen', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} lädt Sie zu ${project} ein`,
      paragraphs: [
        `${inviter} lädt Sie als Gast zum Projekt „${project}“ bei Lintel ein. Mit dem Link kommen Sie ohne Passwort hinein.`,
        expiresAt === null
          ? 'Er funktioniert beliebig oft. Bitte geben Sie ihn nicht weiter.'
          : `Er funktioniert beliebig oft bis ${time(expiresAt)}. Bitte geben Sie ihn nicht weiter.`,
      ],
      action: { label: 'Projekt öffnen', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'Ihr Zugriff endet bald',
      paragraphs: [
        `Ihr Zugriff endet am ${time(endsAt)}. Danach können Sie Folgendes nicht mehr öffnen:`,
        ...listed(lines, more, `und ${more} weitere`),
        'Wenn Sie ihn weiterhin brauchen, wenden Sie sich an die Administratoren Ihrer Projekte.',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: 'Von Ihnen vergebener Zugriff endet bald',
      paragraphs: [
        `Von Ihnen vergebener Zugriff endet am ${time(endsAt)}:`,
        ...listed(lines, more, `und ${more} weitere`),
        'Wenn jemand ihn weiterhin braucht, legen Sie vorher ein späteres Enddatum fest.',
      ],
      action: { label: isOfSeveral ? 'Meine Projekte öffnen' : 'Projekt öffnen', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} verlangt bald die Bestätigung in zwei Schritten`,
      paragraphs: [
        `Ab ${time(from)} genügt das Passwort allein nicht mehr, um die Projekte von ${customer} zu öffnen.`,
        'Richten Sie vorher die Bestätigung in zwei Schritten ein: Das dauert zwei Minuten und braucht ein Telefon.',
      ],
      action: { label: 'Bestätigung in zwei Schritten einrichten', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `Der Nachweis für ${domain} geht bald verloren`,
      paragraphs: [
        `Der TXT-Eintrag, mit dem ${customer} den Besitz von ${domain} nachweist, war bei unserer Prüfung nicht zu finden.`,
        `Bitten Sie die Person, die das DNS von ${domain} betreut, ihn genau so wieder einzutragen: ${record}`,
        `Ist er bis zum ${time(lostAt)} nicht wieder da, geht der Nachweis verloren. Verzeichnisimporte und SCIM nehmen dann keine Personen dieser Domain mehr an, und Anbieter bürgen nicht mehr für ihre Adressen.`,
      ],
      action: { label: 'Domain ansehen', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `Der Nachweis für ${domain} ist verloren`,
      paragraphs: [
        `14 Tage lang war der TXT-Eintrag, mit dem ${customer} den Besitz von ${domain} nachweist, nicht zu finden. Verzeichnisimporte und SCIM nehmen keine Personen dieser Domain mehr an, und Anbieter bürgen nicht mehr für ihre Adressen. Wer Zugriff hat, behält ihn.`,
        `Um die Domain erneut nachzuweisen, bitten Sie die Person, die das DNS von ${domain} betreut, den Eintrag genau so zu setzen, und prüfen Sie ihn danach: ${record}`,
      ],
      action: { label: 'Domain erneut nachweisen', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} wird bald endgültig entfernt`,
      paragraphs: [
        `Das Projekt ${project} ist gelöscht. Am ${time(purgedAt)} wird es mit seinem gesamten Inhalt endgültig entfernt.`,
        'Bis dahin können Sie es wiederherstellen.',
      ],
      action: { label: 'Projekt wiederherstellen', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? 'Sie haben neue Zugriffsrechte' : `Sie sind jetzt Eigentümer von ${first}`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              'Sie sind jetzt Eigentümer von:',
              ...listed([first, ...others]),
              'Als Eigentümer bestimmen Sie, wer zum Projekt gehört, und können es übergeben oder löschen.',
            ]),
        ...headed('Sie haben Zugriff erhalten auf:', listed(gained.map(roleIn(roles)), more, `und ${more} weitere`)),
        'Diese E-Mails können Sie in Ihrem Profil abstellen.',
      ],
      action: { label: 'Meine Projekte öffnen', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Ihr Code für ein neues Passwort bei Lintel',
      paragraphs: [
        'Jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert.',
        `Ihr Code: ${code}`,
        `Er funktioniert einmal, bis ${time(expiresAt)}. Waren Sie es nicht, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
      ],
      action: { label: 'Neues Passwort festlegen', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Bestätigen Sie Ihr neues Passwort bei Lintel',
      paragraphs: [
        'Jemand, der das jetzige Passwort Ihres Kontos kennt, möchte es durch ein neues ersetzen.',
        `Waren Sie es, bestätigen Sie das neue Passwort. Der Link funktioniert einmal, bis ${time(expiresAt)}.`,
        'Waren Sie es nicht, bestätigen Sie es nicht: Jemand kennt Ihr Passwort. Fordern Sie auf der Anmeldeseite ein neues an.',
      ],
      action: { label: 'Neues Passwort bestätigen', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Sie können sich jetzt mit ${provider} bei Lintel anmelden`,
      paragraphs: [
        `Am ${time(at)} wurde Ihr Konto mit ${provider} verknüpft: Wer sich dort als Sie anmeldet, ist auch hier angemeldet.`,
        `IP-Adresse: ${ip}`,
        remedy === 'password'
          ? 'Wenn Sie das nicht waren, melden Sie sich an, entfernen Sie die Verknüpfung in Ihrem Profil und ändern Sie Ihr Passwort.'
          : 'Wenn Sie das nicht waren, melden Sie sich an, entfernen Sie die Verknüpfung in Ihrem Profil und melden Sie in Ihrem Konto alle anderen Sitzungen ab.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Sie können sich nicht mehr mit ${provider} bei Lintel anmelden`,
      paragraphs: [
        `Am ${time(at)} wurde die Verknüpfung Ihres Kontos mit ${provider} entfernt.`,
        `IP-Adresse: ${ip}`,
        remedy === 'password'
          ? 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort.'
          : 'Wenn Sie das nicht waren, melden Sie sich an und melden Sie in Ihrem Konto alle anderen Sitzungen ab.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Bestätigen Sie Ihre Adresse für Lintel',
      paragraphs: [
        `Jemand hat sich bei ${provider} angemeldet und diese Adresse als seine angegeben. Waren Sie es, dann bestätigen Sie sie und melden sich danach noch einmal mit ${provider} an.`,
        `Der Link funktioniert einmal, bis ${time(expiresAt)}. Öffnen Sie ihn in dem Browser, in dem Sie sich dort angemeldet haben. Waren Sie es nicht, ist nichts zu tun.`,
      ],
      action: { label: 'Adresse bestätigen', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Sie haben ein Konto bei Lintel',
      paragraphs: [
        `Jemand hat sich bei ${provider} angemeldet und diese Adresse angegeben, die bereits ein Konto hat.`,
        `Waren Sie es: Melden Sie sich noch einmal mit ${provider} an, wählen Sie „Ich habe bereits ein Konto“ und geben Sie dessen Passwort ein. Waren Sie es nicht, ist nichts zu tun.`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Legen Sie Ihr Konto bei Lintel an',
      paragraphs: [
        'Jemand, vermutlich Sie, möchte mit dieser Adresse ein Konto bei Lintel anlegen.',
        `Wählen Sie ein Passwort und legen Sie Ihr erstes Projekt an. Der Link funktioniert einmal, bis ${time(expiresAt)}.`,
        'Waren Sie es nicht, müssen Sie nichts tun: Ohne diesen Link wird kein Konto eröffnet.',
      ],
      action: { label: 'Passwort wählen', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'Sie haben bereits ein Konto bei Lintel',
      paragraphs: [
        'Jemand, vermutlich Sie, wollte mit dieser Adresse ein Konto bei Lintel anlegen. Es gibt bereits eines: Melden Sie sich an, um ein Projekt anzulegen. Auf der Anmeldeseite können Sie ein neues Passwort festlegen.',
      ],
      action: { label: 'Anmelden', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'Ihr Konto soll gelöscht werden',
      paragraphs: [
        hasAdministrators
          ? `Wir haben am ${time(at)} vermerkt, dass Ihr Konto gelöscht werden soll. Unser Team und die Administratoren Ihres Unternehmens wissen Bescheid und melden sich per E-Mail. Gelöscht ist noch nichts.`
          : `Wir haben am ${time(at)} vermerkt, dass Ihr Konto gelöscht werden soll. Unser Team weiß Bescheid und meldet sich per E-Mail. Gelöscht ist noch nichts.`,
        'Wenn Sie es sich anders überlegen oder das nicht Sie waren, ziehen Sie den Antrag zurück.',
        support === null
          ? 'Wenn Sie sich dafür nicht anmelden können, benachrichtigen Sie Ihren Systemadministrator.'
          : `Wenn Sie sich dafür nicht anmelden können, schreiben Sie an ${support}.`,
      ],
      action: { label: 'Antrag ansehen oder zurückziehen', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} bittet um Löschung des Kontos`,
      paragraphs: [
        `${email} hat um die Löschung des eigenen Kontos gebeten. Gelöscht ist noch nichts.`,
        ...(owned.length > 0
          ? [
              'Diese Projekte gehören dieser Person und brauchen zuerst einen anderen Eigentümer:',
              ...listed(owned, more, `und ${more} weitere`),
            ]
          : []),
        `Mitgliedschaften in Projekten anderer, die enden würden: ${memberships}.`,
      ],
      action: { label: 'Antrag beantworten', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} behält das Konto`,
      paragraphs: [`${email} möchte das Konto nicht mehr löschen lassen. Es ist nichts mehr zu tun.`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'Ihr Konto ist gelöscht',
              paragraphs: [
                'Ihr Konto wurde wie gewünscht gelöscht. Ihre Mitgliedschaften sind beendet, und niemand kann sich mehr damit anmelden.',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'Ihr Konto bleibt bestehen',
              paragraphs: [
                'Ihr Antrag auf Löschung Ihres Kontos wurde abgelehnt:',
                reason,
                'Sie können jederzeit einen neuen Antrag stellen.',
              ],
            }
      return isDone
        ? {
            subject: `${customer} hat Ihren Antrag bearbeitet`,
            paragraphs: [
              `Die Administratoren von ${customer} haben Ihren Antrag auf Löschung Ihres Kontos bearbeitet. Als Nächstes entscheidet unser Team darüber; gelöscht ist noch nichts.`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} widerspricht der Löschung Ihres Kontos`,
            paragraphs: [
              `Die Administratoren von ${customer} widersprechen der Löschung Ihres Kontos:`,
              reason,
              'Als Nächstes entscheidet unser Team darüber; gelöscht ist noch nichts.',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `Die Testphase von ${project} endet bald`,
      paragraphs: [
        `Die Testphase Ihres Projekts „${project}“ endet am ${time(endsAt)}. Danach ruht das Projekt: Sie und seine Administratoren können es noch lesen, ändern kann es niemand.`,
        support === null
          ? 'Wenden Sie sich an Ihren Systemadministrator, wenn Sie darin weiterarbeiten möchten.'
          : `Schreiben Sie an ${support}, wenn Sie darin weiterarbeiten möchten.`,
      ],
      action: { label: 'Projekt öffnen', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Lintel',
      paragraphs: [
        'Jemand, vermutlich Sie, ist mit dieser Adresse bei Lintel angemeldet und möchte alles sehen, was für sie freigegeben wurde.',
        `Bestätigen Sie, dass das Postfach Ihnen gehört, und wählen Sie ein neues Passwort. Der Link funktioniert einmal, bis ${time(expiresAt)}. Jeder andere Zugang zum Konto endet: frühere Passwörter, die Bestätigung in zwei Schritten, verknüpfte Anbieter und offene Sitzungen.`,
        'Waren Sie es nicht, können Sie diese E-Mail ignorieren: Ohne Ihre Bestätigung erhält niemand Zugriff.',
      ],
      action: { label: 'E-Mail-Adresse bestätigen', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Bestätigen Sie Ihre neue Adresse für Lintel',
      paragraphs: [
        `Jemand möchte diese Adresse für das Lintel-Konto verwenden, das jetzt unter ${current} geführt wird. Waren Sie es, dann bestätigen Sie sie: Melden Sie sich bei diesem Konto an und öffnen Sie den Link.`,
        `Der Link funktioniert einmal, bis ${time(expiresAt)}. Waren Sie es nicht, ist nichts zu tun.`,
      ],
      action: { label: 'Adresse bestätigen', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Ihr Lintel-Konto soll eine andere Adresse bekommen',
      paragraphs: [
        `Am ${time(at)} hat jemand darum gebeten, dass für Ihr Konto künftig ${to} gilt. Bis die neue Adresse bestätigt ist, bleibt es bei dieser.`,
        `IP-Adresse: ${ip}`,
        remedy === 'password'
          ? 'Wenn Sie das nicht waren, melden Sie sich an, ziehen Sie die Anfrage in Ihrem Profil zurück und ändern Sie Ihr Passwort.'
          : 'Wenn Sie das nicht waren, melden Sie sich an, ziehen Sie die Anfrage in Ihrem Profil zurück und melden Sie in Ihrem Konto alle anderen Sitzungen ab.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Ihr Lintel-Konto hat eine andere Adresse',
      paragraphs: [
        `Seit ${time(at)} gilt für Ihr Konto die Adresse ${to}. Mit ihr melden Sie sich künftig an; Ihr Passwort und Ihre Projekte bleiben gleich.`,
        `IP-Adresse: ${ip}`,
        support === null
          ? 'Wenn Sie das nicht waren, wenden Sie sich sofort an Ihren Systemadministrator: Wer die neue Adresse hat, kann Ihr Passwort zurücksetzen.'
          : `Wenn Sie das nicht waren, schreiben Sie sofort an ${support}: Wer die neue Adresse hat, kann Ihr Passwort zurücksetzen.`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'Neue Anmeldung bei Ihrem Lintel-Konto',
      paragraphs: [
        `Am ${time(seen.at)} haben Sie sich mit einem Browser oder Programm angemeldet, das mit Ihrem Konto zuvor nicht verwendet wurde.`,
        ...where(seen),
        {
          password:
            'Wenn Sie das waren, ist nichts zu tun. Andernfalls ändern Sie Ihr Passwort: Damit werden alle anderen Sitzungen beendet.',
          sessions:
            'Wenn Sie das waren, ist nichts zu tun. Andernfalls melden Sie in Ihrem Konto alle anderen Sitzungen ab und ändern Sie Ihr Passwort bei dem Anbieter, über den Sie sich anmelden.',
          guestLink:
            'Wenn Sie das waren, ist nichts zu tun. Andernfalls bitten Sie die Administratoren des Projekts um einen neuen Link – der jetzige gilt dann nicht mehr – und melden Sie in Ihrem Konto alle anderen Sitzungen ab.',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'Anmeldung bei Lintel nach falschen Passwörtern',
      paragraphs: [
        `Am ${time(seen.at)} wurde das richtige Passwort Ihres Kontos eingegeben, nachdem mehrmals hintereinander ein falsches eingegeben worden war.`,
        ...where(seen),
        `Falsche Passwörter zuvor: ${seen.failures}`,
        'Wenn Sie das waren, ist nichts zu tun. Andernfalls hat jemand Ihr Passwort erraten: Ändern Sie es sofort.',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Ihr Lintel-Passwort wurde ohne den Bestätigungscode verwendet',
      paragraphs: [
        `Am ${time(seen.at)} hat jemand das richtige Passwort Ihres Kontos eingegeben, aber keinen richtigen Code. Der Zugang wurde verweigert.`,
        ...where(seen),
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort: Ändern Sie es.',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Ihr Lintel-Konto hat jetzt die Bestätigung in zwei Schritten',
      paragraphs: [
        `Am ${time(seen.at)} wurde die Bestätigung in zwei Schritten eingerichtet: Für die Anmeldung mit Passwort ist ab jetzt zusätzlich ein Code nötig.`,
        ...where(seen),
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an die Administratoren Ihrer Projekte.',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'Die Bestätigung in zwei Schritten Ihres Lintel-Kontos wurde entfernt',
      paragraphs: [
        `Am ${time(seen.at)} wurde die Bestätigung in zwei Schritten Ihres Kontos mitsamt den Wiederherstellungscodes entfernt: Für die Anmeldung genügt das Passwort.`,
        ...where(seen),
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und richten Sie die Bestätigung in zwei Schritten wieder ein.',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'Die Bestätigung in zwei Schritten Ihres Lintel-Kontos wurde von unserem Team entfernt',
      paragraphs: [
        `Am ${time(at)} hat unser Team die Bestätigung in zwei Schritten Ihres Kontos entfernt: die Authentifizierungs-App mitsamt den Wiederherstellungscodes und Ihre Passkeys. Sie wurden überall abgemeldet.`,
        'Melden Sie sich an und richten Sie die Bestätigung in zwei Schritten in Ihrem Konto wieder ein.',
        support === null
          ? 'Wenn Sie das nicht verlangt haben, fordern Sie auf der Anmeldeseite sofort ein neues Passwort an und benachrichtigen Sie Ihren Systemadministrator.'
          : `Wenn Sie das nicht verlangt haben, fordern Sie auf der Anmeldeseite sofort ein neues Passwort an und schreiben Sie an ${support}.`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'Ihrem Lintel-Konto wurde ein Passkey hinzugefügt',
      paragraphs: [
        `Am ${time(seen.at)} wurde Ihrem Konto ein Passkey hinzugefügt: Mit ihm melden Sie sich ohne Passwort an.`,
        ...where(seen),
        'Wenn Sie das nicht waren, entfernen Sie ihn in Ihrem Konto und ändern Sie Ihr Passwort.',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'Ein Passkey Ihres Lintel-Kontos wurde entfernt',
      paragraphs: [
        `Am ${time(seen.at)} wurde ein Passkey Ihres Kontos entfernt: Mit ihm ist keine Anmeldung mehr möglich.`,
        ...where(seen),
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und prüfen Sie, wo Sie angemeldet sind.',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'Neue Wiederherstellungscodes für Ihr Lintel-Konto',
      paragraphs: [
        `Am ${time(seen.at)} wurden neue Wiederherstellungscodes für Ihr Konto erstellt. Die früheren gelten nicht mehr.`,
        ...where(seen),
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie neue Wiederherstellungscodes.',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'Ein Wiederherstellungscode Ihres Lintel-Kontos wurde verwendet',
      paragraphs: [
        `Am ${time(seen.at)} wurde einer Ihrer Wiederherstellungscodes verwendet. Er gilt nicht noch einmal.`,
        ...where(seen),
        `Verbleibende Wiederherstellungscodes: ${seen.left}`,
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie neue Wiederherstellungscodes.',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Ihr Lintel-Passwort wurde geändert',
      paragraphs: [
        `Am ${time(seen.at)} wurde das Passwort Ihres Kontos geändert. Überall sonst wurden Sie abgemeldet.`,
        ...where(seen),
        'Wenn Sie das nicht waren, fordern Sie auf der Anmeldeseite sofort ein neues Passwort an.',
      ],
    }),
  },
}
