import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ContentKind } from './contents-tree'

/** Labels of the kinds of content. */
export const kindLabels: Record<ContentKind, MessageDescriptor> = {
  workflows: msg`Workflows`,
  checklists: msg`Checklists`,
  folders: msg`Folders and documents`,
  buildings: msg`Buildings and spaces`,
  'ifc-models': msg`Models`,
  groups: msg`Groups`,
  'label-groups': msg`Label groups`,
  'folder-labels': msg`Folder labels`,
  'report-templates': msg`Report templates`,
  'custom-views': msg`Custom views`,
  'takt-trains': msg`Takt trains`,
}
