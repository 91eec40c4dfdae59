import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { MadeProject } from '@lintel/contract/projects/made-projects'
import { typeLabels } from '../resource-words'

/** A type of content in words; nothing for what is none. */
export const typeOf = (i18n: I18n, type: string | undefined): string =>
  type === 'documents'
    ? i18n._(msg`Documents`)
    : (Object.entries(typeLabels(i18n)).find(([each]) => each === type)?.[1] ?? '')

/** Something of the template or its libraries has not come into the project yet. */
export const isBehind = (made: MadeProject): boolean =>
  made.currentVersion !== null &&
  (made.currentVersion !== made.templateVersion || made.entriesGained + made.entriesLost + made.changedInLibrary > 0)

/** How far a project and its template have drifted apart: a few words for each way. */
export function driftWords(i18n: I18n, made: MadeProject): string[] {
  const { entriesGained, entriesLost, changedInProject, deletedInProject, changedInLibrary, goneFromLibrary } = made
  const ways: [number, MessageDescriptor][] = [
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
  return ways.flatMap(([count, words]) => (count > 0 ? [i18n._(words)] : []))
}
