import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { MadeProject } from '@lintel/contract/projects/made-projects'
import { typeLabels } from '../resource-labels'

/** Label of a type of content; empty for an unknown type. */
export const typeOf = (i18n: I18n, type: string | undefined): string =>
  type === 'documents'
    ? i18n._(msg`Documents`)
    : (Object.entries(typeLabels(i18n)).find(([each]) => each === type)?.[1] ?? '')

/** Whether the project lacks changes of the template or its libraries. */
export const isBehind = (made: MadeProject): boolean =>
  made.currentVersion !== null &&
  (made.currentVersion !== made.templateVersion || made.entriesGained + made.entriesLost + made.changedInLibrary > 0)

/** Short texts that describe the drift between a project and its template, one for each kind of difference. */
export function driftTexts(i18n: I18n, made: MadeProject): string[] {
  const { entriesGained, entriesLost, changedInProject, deletedInProject, changedInLibrary, goneFromLibrary } = made
  const differences: [number, MessageDescriptor][] = [
    [
      entriesGained,
      msg`${plural(entriesGained, { one: '# entry new in the template', other: '# entries new in the template' })}`,
    ],
    [
      entriesLost,
      msg`${plural(entriesLost, { one: '# entry no longer in the template', other: '# entries no longer in the template' })}`,
    ],
    [
      changedInLibrary,
      msg`${plural(changedInLibrary, { one: '# changed in a library', other: '# changed in libraries' })}`,
    ],
    [
      goneFromLibrary,
      msg`${plural(goneFromLibrary, { one: '# gone from its library', other: '# gone from their libraries' })}`,
    ],
    [
      changedInProject,
      msg`${plural(changedInProject, { one: '# changed in the project', other: '# changed in the project' })}`,
    ],
    [
      deletedInProject,
      msg`${plural(deletedInProject, { one: '# deleted in the project', other: '# deleted in the project' })}`,
    ],
  ]
  return differences.flatMap(([count, message]) => (count > 0 ? [i18n._(message)] : []))
}
