import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'

/** The screen whose recent changes list a kind of change set. */
export type ChangeSetScreen = 'users' | 'organizations' | 'templates' | 'widgets' | 'directory-import'

interface KindFacts {
  screen: ChangeSetScreen
  /** Whether applying it sends mails, which cannot be undone. */
  sendsMail(summary: ChangeSet['summary'] | undefined): boolean
}

const sendsNoMail = () => false

/** Facts about each kind of change set, beside its labels and its redo. */
const kindFacts: Readonly<Record<ChangeSetKind, KindFacts>> = {
  roles: { screen: 'users', sendsMail: sendsNoMail },
  'copy-access': { screen: 'users', sendsMail: sendsNoMail },
  'access-file': { screen: 'users', sendsMail: sendsNoMail },
  'remove-from-all-projects': { screen: 'users', sendsMail: sendsNoMail },
  invitations: { screen: 'users', sendsMail: () => true },
  user: { screen: 'users', sendsMail: sendsNoMail },
  // A user added to no project gets no mail.
  'new-user': { screen: 'users', sendsMail: (summary) => summary?.projects !== 0 },
  'project-login-methods': { screen: 'users', sendsMail: sendsNoMail },
  'ad-import': { screen: 'directory-import', sendsMail: sendsNoMail },
  organization: { screen: 'organizations', sendsMail: sendsNoMail },
  'delete-organization': { screen: 'organizations', sendsMail: sendsNoMail },
  'merge-organizations': { screen: 'organizations', sendsMail: sendsNoMail },
  'import-organizations': { screen: 'organizations', sendsMail: sendsNoMail },
  template: { screen: 'templates', sendsMail: sendsNoMail },
  'template-entries': { screen: 'templates', sendsMail: sendsNoMail },
  'template-drift': { screen: 'templates', sendsMail: sendsNoMail },
  'delete-template': { screen: 'templates', sendsMail: sendsNoMail },
  'dashboard-widgets': { screen: 'widgets', sendsMail: sendsNoMail },
}

/** The kinds of change sets that a screen lists among its recent changes. */
export const kindsOfScreen = (screen: ChangeSetScreen): readonly ChangeSetKind[] =>
  (Object.keys(kindFacts) as ChangeSetKind[]).filter((kind) => kindFacts[kind].screen === screen)

/** Whether mails were sent about a change set: then a confirmation is needed before undo or redo. */
export const sendsMail = ({ kind, summary }: Pick<ChangeSet, 'kind'> & Partial<Pick<ChangeSet, 'summary'>>): boolean =>
  kindFacts[kind].sendsMail(summary)
