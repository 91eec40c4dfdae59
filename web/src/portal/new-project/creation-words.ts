import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CreationProgress, CreationStep } from '@lintel/contract/projects/project-creation'
import type { BroughtType, SkippedEntry } from '@lintel/contract/projects/template-application'

/** What the kinds of content that come along are called. */
export const kindWords: Record<BroughtType, MessageDescriptor> = {
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

/** What is being brought into the project. */
export const stepWords: Record<CreationStep, MessageDescriptor> = {
  ...kindWords,
  settings: msg`Taking over the settings`,
  features: msg`Taking over the features`,
  people: msg`People`,
}

/** Why it stopped. */
export const failureWords: Record<NonNullable<CreationProgress['failure']>, MessageDescriptor> = {
  templateGone: msg`The template was deleted meanwhile. When it is back, try again.`,
  internal: msg`Something went wrong on our side. What is in the project already stays; try again to bring in the rest.`,
}

/** Why something of a template does not come along. */
export const skippedWords: Record<SkippedEntry['reason'], MessageDescriptor> = {
  libraryGone: msg`The library was deleted.`,
  libraryMoved: msg`The library belongs to another customer now.`,
  libraryHibernated: msg`The library is hibernated.`,
  resourceGone: msg`This was deleted from the library.`,
}
