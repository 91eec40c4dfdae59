import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CreationProgress, CreationStep } from '@lintel/contract/projects/project-creation'
import type { SkippedEntry, TransferredType } from '@lintel/contract/projects/template-application'

/** Labels of the kinds of content that are copied. */
export const kindLabels: Record<TransferredType, MessageDescriptor> = {
  workflows: msg`Workflows`,
  checklists: msg`Checklists`,
  folders: msg`Folders`,
  documents: msg`Documents`,
  'folder-labels': msg`Folder labels`,
  groups: msg`Groups`,
  'label-groups': msg`Label groups`,
  'report-templates': msg`Report templates`,
  'takt-trains': msg`Takt trains`,
  'custom-views': msg`Custom views`,
  buildings: msg`Buildings`,
  spaces: msg`Spaces`,
  'ifc-models': msg`Models`,
  'dashboard-widgets': msg`Widgets`,
}

/** Labels of the steps of the creation. */
export const stepLabels: Record<CreationStep, MessageDescriptor> = {
  ...kindLabels,
  settings: msg`Copying the settings`,
  features: msg`Copying the features`,
  people: msg`People`,
}

/** Why the creation stopped. */
export const failureLabels: Record<NonNullable<CreationProgress['failure']>, MessageDescriptor> = {
  templateGone: msg`The template was deleted meanwhile. When it is back, try again.`,
  internal: msg`Something went wrong on our side. What is in the project already stays; try again to bring in the rest.`,
}

/** Why content of a template is not copied. */
export const skippedLabels: Record<SkippedEntry['reason'], MessageDescriptor> = {
  libraryGone: msg`The library was deleted or is no library any more.`,
  libraryMoved: msg`The library belongs to another customer now.`,
  libraryHibernated: msg`The library is hibernated.`,
  resourceGone: msg`This was deleted from the library.`,
}
