import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DescribeRow } from '../../../shell/change-sets/row-text'
import { typeOf } from './drift-words'

/** A row of bringing projects over: what it is about and in which project, and what becomes of it there. */
export const describeDrift =
  (i18n: I18n): DescribeRow =>
  ({ object, before, after }) => {
    const { name, project, projectName } = object
    const was = textOf(before?.name)
    const action = after?.action
    return {
      title: name || projectName || project || '—',
      detail: [typeOf(i18n, object.type), name ? projectName : ''].filter(Boolean).join(' · '),
      before: action === 'version' ? versionIn(i18n, before) : was === textOf(after?.name) ? '' : was,
      after: becomes(i18n, after),
    }
  }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const versionIn = (i18n: I18n, record: Record<string, unknown> | null): string => {
  const version = i18n.number(Number(record?.version ?? 0))
  return i18n._(msg`version ${version}`)
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
    case 'update':
      return i18n._(msg`brought up to date`)
    default:
      return ''
  }
}
