import { preferredLocale } from '@lintel/contract/settings/locales'
import type { Configuration } from '../configuration'
import { html } from '../html'
import { type MailKind, mailKinds } from './mail-kinds'
import type { Help, MailText, Remedy } from './texts/mail-text'
import { mailTexts } from './texts/mail-texts'
import { unlinked } from './unlinked'

/** A mail as handed to the mail server. */
export interface Message {
  /** The same for every attempt, so that a duplicate is recognised (security F7). */
  messageId: string
  date: Date
  to: string
  subject: string
  text: string
  html: string
}

/** The stored mail and its recipient. */
export interface MailContent {
  id: string
  kind: string
  values: unknown
  /** For somebody without a `language`. */
  locale: string | null
  /** When it was to be sent. */
  date: string
  email: string
  name: string | null
  language: string | null
  timeZone: string | null
  remedy: Remedy
}

/** Renders a mail in the person's language and time zone; nothing in it comes from a request (security F4). */
export function composeMail(
  content: MailContent,
  { publicUrl, supportMail }: Pick<Configuration, 'publicUrl' | 'supportMail'>,
): Message {
  const locale = preferredLocale([content.language, content.locale].filter((tag) => tag !== null))
  const texts = mailTexts[locale]
  const kind = content.kind as MailKind
  // Values were valid when sealed, but possibly by an older version of the server.
  const values = mailKinds[kind].parse(content.values)
  const write = texts.mails[kind] as (values: unknown, time: (instant: string) => string, help: Help) => MailText
  const time = (instant: string) => formatInstant(locale, content.timeZone, instant)
  const { subject, paragraphs, action } = write(values, time, { support: supportMail ?? null, remedy: content.remedy })
  const greeting = texts.greeting(content.name ? unlinked(content.name) : content.email)
  const footer = texts.footer(publicUrl)
  return {
    messageId: `<${content.id}@${new URL(publicUrl).hostname}>`,
    date: new Date(content.date),
    to: content.email,
    subject,
    text: [
      greeting,
      ...paragraphs,
      ...(action?.link ? [`${action.label}:\n${action.link}`] : []),
      `-- \n${footer}`,
    ].join('\n\n'),
    html: htmlOf({ locale, greeting, paragraphs, action, footer, subject }),
  }
}

function htmlOf(parts: MailText & { locale: string; greeting: string; footer: string }): string {
  const { locale, subject, greeting, paragraphs, action, footer } = parts
  return html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#faf9f6;color:#1a1d23;font:16px/24px 'IBM Plex Sans',system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e3e0d8;border-radius:6px">
<p style="margin:0 0 16px;font-weight:600">Lintel</p><p>${greeting}</p>${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${action?.link && html`<p style="margin:24px 0"><a href="${action.link}" style="display:inline-block;padding:10px 16px;background:#2554c7;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">${action.label}</a></p>`}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e0d8;color:#5c6068;font-size:12px;line-height:16px">${footer}</p>
</div></body></html>`.text
}

/** Formats an instant to the minute in the locale, with the name of the time zone. */
function formatInstant(locale: string, timeZone: string | null, instant: string): string {
  const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' }
  const options: Intl.DateTimeFormatOptions = { ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }
  const at = new Date(instant)
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: timeZone ?? 'UTC' }).format(at)
  } catch {
    // An unknown time zone must not prevent the mail.
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at)
  }
}
