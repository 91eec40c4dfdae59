import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Checkbox } from '../ui/checkbox'

/** Offers to end all other sessions together with a change of the user's second factors (security C6). */
export const EndOtherSessionsCheckbox = (checkbox: Omit<ComponentProps<typeof Checkbox>, 'label'>) => (
  <Checkbox {...checkbox} label={<Trans>Sign out everywhere else as well</Trans>} />
)
