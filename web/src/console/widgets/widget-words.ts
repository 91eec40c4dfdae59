import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { CardOrder } from './board'

/** What cards can be ordered by. */
export const orderWords: Record<CardOrder, MessageDescriptor> = {
  name: msg`Name`,
  createdAt: msg`Created`,
  numUsers: msg`Users`,
  numBuildings: msg`Buildings`,
  numGroups: msg`Groups`,
  numDocuments: msg`Documents`,
  numFolders: msg`Folders`,
  numTemplates: msg`Report templates`,
  numActualTopics: msg`Topics`,
}

/** Why a widget has no numbers, in its place. */
export const stateWords: Record<Exclude<WidgetFigures['state'], 'read'>, MessageDescriptor> = {
  deleted: msg`This project is deleted.`,
  hibernated: msg`This project hibernates.`,
  stopped: msg`This project is stopped.`,
  crashed: msg`This project has crashed.`,
  moved: msg`This project belongs to another customer now.`,
}
