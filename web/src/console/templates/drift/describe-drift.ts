import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { DescribeRow, RowChoice } from '../../../shell/change-sets/row-text'
import { widgetName } from '../../../shell/content/widget-types'
import { choiceKey } from './drift-choices'
import { typeOf } from './drift-texts'

/** Describes a row of applying a template to a project: the object, the project and the effect. */
export const describeDrift =
  (i18n: I18n): DescribeRow =>
  (row) => {
    const { object, before, after } = row
    const { project, projectName } = object
    const name = object.name && object.type === 'dashboard-widgets' ? widgetName(i18n, object.name) : object.name
    const was = textOf(before?.name)
    const action = after?.action
    return {
      title:
        name || projectName || project || (object.type === 'libraries' ? i18n._(msg`A library of the template`) : '—'),
      detail: [
        typeOf(i18n, object.type),
        name ? projectName : '',
        before?.isLost && i18n._(msg`no longer in the template`),
      ]
        .filter(Boolean)
        .join(' · '),
      before: action === 'version' ? versionIn(i18n, before) : before?.isLost || was === textOf(after?.name) ? '' : was,
      after: becomes(i18n, after),
      choice: choiceOf(i18n, row),
    }
  }

/** The choice offered for a row: add the new version beside one in use, or remove what is no longer in the template. */
function choiceOf(i18n: I18n, { object, before, after, conflict }: ChangeSetRow): RowChoice | undefined {
  const resource = textOf(before?.id) || object.id
  // The widgets of a project belong to it, so there is no choice about them.
  if (object.project === undefined || resource === undefined || object.type === 'dashboard-widgets') return undefined
  const key = choiceKey(object.project, resource)
  const action = after?.action
  if (action === 'beside' || (conflict === 'inUse' && !before?.isLost))
    return { key, label: i18n._(msg`Add the new one beside it`), isPlanned: action === 'beside' }
  if (action === 'remove' || conflict === 'lostInTemplate')
    return { key, label: i18n._(msg`Remove it`), isPlanned: action === 'remove' }
  return undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const versionIn = (i18n: I18n, record: Record<string, unknown> | null): string => {
  const version = i18n.number(Number(record?.version ?? 0))
  return i18n._(msg`version ${version}`)
}

/** For a folder: the numbers of added documents and of newer versions. */
function documentsIn(i18n: I18n, { added, changed }: Record<string, unknown>): string {
  const [came, newer] = [Number(added ?? 0), Number(changed ?? 0)]
  return [
    came > 0 && i18n._(msg`${plural(came, { one: '# document added', other: '# documents added' })}`),
    newer > 0 && i18n._(msg`${plural(newer, { one: '# newer document', other: '# newer documents' })}`),
  ]
    .filter(Boolean)
    .join(' · ')
}

function becomes(i18n: I18n, after: Record<string, unknown> | null): string {
  const name = textOf(after?.name)
  switch (after?.action) {
    case 'version':
      return versionIn(i18n, after)
    case 'add':
      return i18n._(after.isAlong ? msg`added, because something else needs it` : msg`added`)
    case 'beside':
      return i18n._(msg`added beside it as ${name}`)
    case 'remove':
      return i18n._(msg`removed`)
    case 'update':
      return [i18n._(msg`brought up to date`), documentsIn(i18n, after)].filter(Boolean).join(' · ')
    // The libraries changed in a way that changes nothing in this project.
    case 'compare':
      return i18n._(msg`compared with its libraries, nothing to change`)
    default:
      return ''
  }
}
