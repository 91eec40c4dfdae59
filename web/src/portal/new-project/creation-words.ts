import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CreationProgress, CreationStep } from '@lintel/contract/projects/project-creation'

/** What is being brought into the project. */
export const stepWords: Record<CreationStep, MessageDescriptor> = {
  settings: msg`Taking over the settings`,
  features: msg`Taking over the features`,
}

/** Why it stopped. */
export const failureWords: Record<NonNullable<CreationProgress['failure']>, MessageDescriptor> = {
  templateGone: msg`The template was deleted meanwhile. When it is back, try again.`,
  internal: msg`Something went wrong on our side. What is in the project already stays; try again to bring in the rest.`,
}
