import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'

/** The screen whose recent changes list a kind of change set. */
export type ChangeSetScreen = 'users' | 'organizations' | 'templates' | 'widgets' | 'directory-import'

interface KindFacts {
  screen: ChangeSetScreen
  /** Whether applying it sends mails, which cannot be called back. */
  hasMailed(summary: ChangeSet['summary'] | undefined): boolean
}

const mailsNobody = () => false

/** What the web has to know of each kind of change set beside its words and how it is made again. */
const kindFacts: Readonly<Record<ChangeSetKind, KindFacts>> = {
  roles: { screen: 'users', hasMailed: mailsNobody },
  'copy-access': { screen: 'users', hasMailed: mailsNobody },
  'access-file': { screen: 'users', hasMailed: mailsNobody },
  'remove-from-all-projects': { screen: 'users', hasMailed: mailsNobody },
  invitations: { screen: 'users', hasMailed: () => true },
  user: { screen: 'users', hasMailed: mailsNobody },
  // Whoever is added to no project is invited to nothing.
  'new-user': { screen: 'users', hasMailed: (summary) => summary?.projects !== 0 },
  'project-login-methods': { screen: 'users', hasMailed: mailsNobody },
  'ad-import': { screen: 'directory-import', hasMailed: mailsNobody },
  organization: { screen: 'organizations', hasMailed: mailsNobody },
  'delete-organization': { screen: 'organizations', hasMailed: mailsNobody },
  'merge-organizations': { screen: 'organizations', hasMailed: mailsNobody },
  'import-organizations': { screen: 'organizations', hasMailed: mailsNobody },
  'template-entries': { screen: 'templates', hasMailed: mailsNobody },
  'template-drift': { screen: 'templates', hasMailed: mailsNobody },
  'delete-template': { screen: 'templates', hasMailed: mailsNobody },
  'dashboard-widgets': { screen: 'widgets', hasMailed: mailsNobody },
}

/** The kinds of change sets that a screen lists among its recent changes. */
export const kindsOfScreen = (screen: ChangeSetScreen): readonly ChangeSetKind[] =>
  (Object.keys(kindFacts) as ChangeSetKind[]).filter((kind) => kindFacts[kind].screen === screen)

/** Whether mails told of a change set, which cannot be called back: that is said before it is undone or made again. */
export const hasMailed = ({ kind, summary }: Pick<ChangeSet, 'kind'> & Partial<Pick<ChangeSet, 'summary'>>): boolean =>
  kindFacts[kind].hasMailed(summary)
