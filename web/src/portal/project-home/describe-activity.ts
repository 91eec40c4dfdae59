import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ProjectActivity } from '@lintel/contract/projects/project-activity'
import { roleLabel } from '../../ui/role'

/** An event as a sentence, with details about the members it changed. */
export interface ActivityDescription {
  sentence: string
  /** The role before and after, one line per member. */
  details: readonly string[]
}

/** Describes an event of a project's activity; `nameOf` gives the name of a user. */
export function describeActivity(
  event: ProjectActivity,
  i18n: I18n,
  nameOf: (email: string) => string,
): ActivityDescription {
  const { action, members, membersTotal } = event
  const who = event.actor === null ? i18n._(msg`The system`) : nameOf(event.actor)
  const withoutDetails = (sentence: string): ActivityDescription => ({ sentence, details: [] })
  const [member] = members
  const person = member ? nameOf(member.user) : ''
  const role = member?.after == null ? '' : i18n._(roleLabel(member.after))
  if (action === 'projects.update') return withoutDetails(i18n._(projectChange(event, who, nameOf)))
  if (action === 'projects.create') return withoutDetails(i18n._(msg`${who} created the project`))
  if (action === 'projects.remove') return withoutDetails(i18n._(msg`${who} deleted the project`))
  if (action === 'projects.made') return withoutDetails(i18n._(msg`The project was filled from its template`))
  if (action === 'projects.move') return withoutDetails(i18n._(msg`${who} moved the project to another customer`))
  if (action === 'projects.trial-end')
    return withoutDetails(i18n._(msg`The trial ended, and the project was hibernated`))
  if (action === 'project-members.leave') return withoutDetails(i18n._(msg`${who} left the project`))
  if (action === 'invitations.accept') return withoutDetails(i18n._(msg`${person} accepted the invitation`))
  if (membersTotal === 0) return withoutDetails(i18n._(bulkChange(event, who)))
  if (member && membersTotal === 1) {
    if (member.after === 0) return withoutDetails(i18n._(msg`${who} removed ${person}`))
    if (member.before === 0) return withoutDetails(i18n._(msg`${who} added ${person} as “${role}”`))
    if (member.after === null || member.before === member.after)
      return withoutDetails(i18n._(msg`${who} changed the access of ${person}`))
    return withoutDetails(i18n._(msg`${who} made ${person} “${role}”`))
  }
  const isAddition = members.length > 0 && members.every(({ before }) => before === 0)
  const roleText = (level: NonNullable<typeof member>['after']) => (level === null ? '—' : i18n._(roleLabel(level)))
  const more = membersTotal - members.length
  return {
    sentence: i18n._(
      isAddition
        ? msg`${who} added ${plural(membersTotal, { one: '# person', other: '# people' })}`
        : msg`${who} changed the access of ${plural(membersTotal, { one: '# member', other: '# members' })}`,
    ),
    details: [
      ...members.map(({ user, before, after }) => `${nameOf(user)}: ${roleText(before)} → ${roleText(after)}`),
      ...(member && more > 0 ? [i18n._(msg`${plural(more, { one: 'and # more', other: 'and # more' })}`)] : []),
    ],
  }
}

/** A bulk change that counts no members, or its undo. */
function bulkChange({ action, kind }: ProjectActivity, who: string) {
  const isUndone = action === 'change-sets.undo'
  if (kind === 'template-drift')
    return isUndone
      ? msg`${who} undid the update of the project from its template`
      : msg`${who} updated the project from its template`
  if (kind === 'project-login-methods')
    return isUndone ? msg`${who} undid the change of the login methods` : msg`${who} changed the login methods`
  if (kind === 'ad-import')
    return isUndone ? msg`${who} undid an import of the directory` : msg`${who} imported the directory`
  return msg`${who} changed the settings of the project`
}

/** The most relevant change of the project's own attributes. */
function projectChange({ after }: ProjectActivity, who: string, nameOf: (email: string) => string) {
  const { owner, name, isInactive, isHibernated } = after ?? {}
  if (owner) {
    const heir = nameOf(owner)
    return msg`${who} handed the project over to ${heir}`
  }
  if (isInactive !== undefined) return isInactive ? msg`${who} deleted the project` : msg`${who} restored the project`
  if (isHibernated !== undefined)
    return isHibernated ? msg`${who} hibernated the project` : msg`${who} woke the project up`
  if (name !== undefined) return msg`${who} renamed the project to “${name}”`
  if (after?.description !== undefined) return msg`${who} changed the description`
  if (after?.externalId !== undefined) return msg`${who} changed the project number`
  return msg`${who} changed the settings of the project`
}
