import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { CardOrder } from './board'

/** Labels of the sort criteria of cards. */
export const cardOrderLabels: Record<CardOrder, MessageDescriptor> = {
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

/** Messages for widgets without figures. */
export const stateLabels: Record<Exclude<WidgetFigures['state'], 'read'>, MessageDescriptor> = {
  deleted: msg`This project is deleted.`,
  hibernated: msg`This project hibernates.`,
  stopped: msg`This project is stopped.`,
  crashed: msg`This project has crashed.`,
  moved: msg`This project belongs to another customer now.`,
}
