import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type TemplateResourceType, templateResourceTypes } from '@lintel/contract/projects/template-resources'
import { widgetName } from '../../shell/content/widget-types'
import type { LibraryResource } from './library-tree'

/** Labels of the types of content. */
const typeMessages: Record<TemplateResourceType, MessageDescriptor> = {
  checklists: msg`Checklists`,
  workflows: msg`Workflows`,
  folders: msg`Folders`,
  groups: msg`Groups`,
  'folder-labels': msg`Folder labels`,
  'label-groups': msg`Label groups`,
  'report-templates': msg`Report templates`,
  'dashboard-widgets': msg`Widgets`,
  'takt-trains': msg`Takt trains`,
  'custom-views': msg`Custom views`,
}

/** Translated labels of the types of content. */
export const typeLabels = (i18n: I18n): Record<TemplateResourceType, string> =>
  Object.fromEntries(templateResourceTypes.map((type) => [type, i18n._(typeMessages[type])])) as Record<
    TemplateResourceType,
    string
  >

/** The resources with translated names of widgets, whose names are type names. */
export const withTypeLabels = (resources: readonly LibraryResource[], i18n: I18n): LibraryResource[] =>
  resources.map((resource) =>
    resource.type === 'dashboard-widgets'
      ? { ...resource, path: resource.path.map((name) => widgetName(i18n, name)) }
      : resource,
  )
