import type { Locale } from '@lintel/contract/settings/locales'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { formKeyField } from '../../platform/form-posts'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import { readerLocale } from '../../platform/reader-locale'
import type { PasswordLink } from './password-reset.store'

interface PageText {
  title: string
  sentence(email: string): string
  button: string
}

const texts: Record<Locale, PageText> = {
  en: {
    title: 'Confirm your new password',
    sentence: (email) =>
      `From then on you sign in as ${email} with the new password, and every session that is open now ends.`,
    button: 'Confirm the new password',
  },
  de: {
    title: 'Neues Passwort bestätigen',
    sentence: (email) =>
      `Danach melden Sie sich als ${email} mit dem neuen Passwort an, und jede jetzt offene Sitzung endet.`,
    button: 'Neues Passwort bestätigen',
  },
  es: {
    title: 'Confirme su nueva contraseña',
    sentence: (email) =>
      `A partir de entonces iniciará sesión como ${email} con la nueva contraseña, y se cerrarán todas las sesiones abiertas.`,
    button: 'Confirmar la nueva contraseña',
  },
  fr: {
    title: 'Confirmez votre nouveau mot de passe',
    sentence: (email) =>
      `Vous vous connecterez ensuite en tant que ${email} avec le nouveau mot de passe, et toutes les sessions ouvertes prendront fin.`,
    button: 'Confirmer le nouveau mot de passe',
  },
  ja: {
    title: '新しいパスワードの確認',
    sentence: (email) =>
      `確認すると、${email} として新しいパスワードでログインできるようになり、現在のセッションはすべて終了します。`,
    button: '新しいパスワードを確認する',
  },
  nb: {
    title: 'Bekreft det nye passordet',
    sentence: (email) =>
      `Deretter logger du inn som ${email} med det nye passordet, og alle økter som er åpne nå, avsluttes.`,
    button: 'Bekreft det nye passordet',
  },
  pl: {
    title: 'Potwierdź nowe hasło',
    sentence: (email) =>
      `Od tej chwili będziesz logować się jako ${email} nowym hasłem, a wszystkie otwarte teraz sesje zostaną zakończone.`,
    button: 'Potwierdź nowe hasło',
  },
  sv: {
    title: 'Bekräfta det nya lösenordet',
    sentence: (email) =>
      `Därefter loggar du in som ${email} med det nya lösenordet, och alla sessioner som är öppna nu avslutas.`,
    button: 'Bekräfta det nya lösenordet',
  },
  zh: {
    title: '确认新密码',
    sentence: (email) => `确认后，您将以 ${email} 的身份使用新密码登录，当前打开的所有会话都将结束。`,
    button: '确认新密码',
  },
}

/** The confirmation page with a button, so that mail scanners that open links do not confirm. */
export function sendLinkPage(
  { request, configuration }: Pick<Context, 'request' | 'configuration'>,
  reply: FastifyReply,
  { email }: PasswordLink,
): void {
  const locale = readerLocale(request)
  const { title, sentence, button } = texts[locale]
  // The URL contains the secret while the link is valid.
  reply.header('referrer-policy', 'no-referrer')
  sendPage(reply, {
    title,
    locale,
    sendsForm: true,
    body: html`<h1>${title}</h1><p>${sentence(email)}</p><form method="post">${formKeyField(request, reply, configuration)}<button type="submit">${button}</button></form>`,
  })
}
