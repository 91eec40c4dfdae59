import type { MailTexts } from './mail-text'

export const pl: MailTexts = {
  greeting: (name) => `Dzień dobry, ${name}!`,
  footer: (address) => `Lintel wysłał tę wiadomość z adresu ${address}. Odpowiedzi nie są czytane.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: 'Ze względów bezpieczeństwa wylogowano Cię z Lintel',
      paragraphs: [
        `${time(at)} użyto klucza logowania do Twojego konta, który został już wcześniej zastąpiony. Dzieje się tak, gdy klucz zostanie skopiowany, dlatego zakończyliśmy sesję, do której należał.`,
        `Adres: ${ip}`,
        ...(browser ? [`Przeglądarka: ${browser}`] : []),
        'Jeśli nie wiesz, skąd to zdarzenie, zaloguj się i zmień hasło. W przeciwnym razie po prostu zaloguj się ponownie.',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Twoje konto w Lintel',
      paragraphs: [
        'Utworzono dla Ciebie konto. Wybierz hasło i możesz zaczynać.',
        `Link działa jeden raz, do ${time(expiresAt)}. Nie przekazuj go nikomu.`,
      ],
      action: { label: 'Wybierz hasło', link },
    }),
    'provider-linked': ({ provider, at, ip }, time) => ({
      subject: `${provider} może teraz logować Cię do Lintel`,
      paragraphs: [
        `${time(at)} Twoje konto połączono z ${provider}: kto zaloguje się tam jako Ty, będzie zalogowany także tutaj.`,
        `Adres: ${ip}`,
        'Jeśli to nie Ty, zaloguj się, usuń połączenie w swoim profilu i zmień hasło.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time) => ({
      subject: `${provider} nie loguje Cię już do Lintel`,
      paragraphs: [
        `${time(at)} usunięto połączenie Twojego konta z ${provider}.`,
        `Adres: ${ip}`,
        'Jeśli to nie Ty, zmień hasło.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Potwierdź swój adres w Lintel',
      paragraphs: [
        `Ktoś zalogował się w ${provider} i podał ten adres jako swój. Jeśli to Ty, potwierdź go, a potem zaloguj się ponownie przez ${provider}.`,
        `Link działa jeden raz, do ${time(expiresAt)}. Jeśli to nie Ty, nie musisz nic robić.`,
      ],
      action: { label: 'Potwierdź adres', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Masz już konto w Lintel',
      paragraphs: [
        `Ktoś zalogował się w ${provider} i podał ten adres, który ma już konto.`,
        `Jeśli to Ty: zaloguj się ponownie przez ${provider}, wybierz, że masz już konto, i podaj jego hasło. Jeśli to nie Ty, nie musisz nic robić.`,
      ],
    }),
  },
}
