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
  },
}
