import type { accessLevels } from '@lintel/contract/people/privilege-levels'
import type { MailKind, MailValues } from '../mail-kinds'

/** The text of a mail: plain text, one paragraph per entry. */
export interface MailText {
  subject: string
  paragraphs: string[]
  /** The call to action, shown as a button. */
  action?: { label: string; link: string } | undefined
}

/** The texts of all mails in one language; a missing one does not compile. */
export interface MailTexts {
  greeting(name: string): string
  /** The footer of every mail; `address` is that of the product. */
  footer(address: string): string
  /** `time` formats an instant for the person. */
  mails: { [K in MailKind]: (values: MailValues<K>, time: (instant: string) => string) => MailText }
}

/** The lines of a list, one paragraph each; `rest` describes the number of omitted ones, if any. */
export const listed = (lines: readonly string[], more = 0, rest = ''): string[] =>
  [...lines, ...(more > 0 ? [rest] : [])].map((line) => `– ${line}`)

/** A list with a heading; empty if the list is. */
export const headed = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines]

/** The names of the roles in a language. */
export type RoleLabels = Record<(typeof accessLevels)[number], string>

/** A line with a project and a role in it. */
export const roleIn =
  (roles: RoleLabels) =>
  ({ project, privilegeLevel }: MailValues<'access-gained'>['gained'][number]): string =>
    `${project}: ${roles[privilegeLevel]}`
