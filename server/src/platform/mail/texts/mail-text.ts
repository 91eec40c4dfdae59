import type { gainedLevels, MailKind, MailValues } from '../mail-kinds'

/** What one mail says; plain text, one paragraph an entry. */
export interface MailText {
  subject: string
  paragraphs: string[]
  /** The one thing to do, as a button. */
  action?: { label: string; link: string } | undefined
}

/** All mails in one language. A mail that a language lacks does not compile. */
export interface MailTexts {
  greeting(name: string): string
  /** Below every mail; `address` is where the product is. */
  footer(address: string): string
  /** `time` writes an instant as the person reads it. */
  mails: { [K in MailKind]: (values: MailValues<K>, time: (instant: string) => string) => MailText }
}

/** Lines of a list, a paragraph each; `rest` says how many `more` there are, where there are. */
export const listed = (lines: readonly string[], more = 0, rest = ''): string[] =>
  [...lines, ...(more > 0 ? [rest] : [])].map((line) => `– ${line}`)

/** A list below its heading; nothing where it is empty. */
export const headed = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines]

/** What a language calls the roles that are given. */
export type RoleWords = Record<(typeof gainedLevels)[number], string>

/** A project and the role that somebody has there, as a line. */
export const roleIn =
  (roles: RoleWords) =>
  ({ project, privilegeLevel }: MailValues<'access-gained'>['gained'][number]): string =>
    `${project}: ${roles[privilegeLevel]}`
