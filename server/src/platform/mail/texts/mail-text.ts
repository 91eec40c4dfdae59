import type { accessLevels } from '@lintel/contract/people/privilege-levels'
import type { MailKind, MailValues } from '../mail-kinds'

/** The text of a mail: plain text, one paragraph per entry. */
export interface MailText {
  subject: string
  paragraphs: string[]
  /** The call to action, shown as a button; not shown without a link, as in mails of older versions. */
  action?: { label: string; link: string | undefined } | undefined
}

/** What people can do when somebody else uses their account: change its password, end its sessions, or have their guest link replaced. */
export type Remedy = 'password' | 'sessions' | 'guestLink'

/** What helps a reader: the address of the installation's support, null where it has none, and what they can do themselves. */
export interface Help {
  support: string | null
  remedy: Remedy
}

/** The texts of all mails in one language; a missing one does not compile. */
export interface MailTexts {
  greeting(name: string): string
  /** The footer of every mail; `address` is that of the product. */
  footer(address: string): string
  /** `time` formats an instant for the person. */
  mails: { [K in MailKind]: (values: MailValues<K>, time: (instant: string) => string, help: Help) => MailText }
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
