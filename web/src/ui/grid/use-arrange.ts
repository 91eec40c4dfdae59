import { useLingui } from '@lingui/react/macro'
import { showToast } from '../toast'
import { type Arrangement, canReplace } from './arrangement'
import type { GridProps } from './grid-props'

/**
 * Changes the arrangement and returns true. One that lists too many columns is refused with a toast and nothing changes: leaving out some of
 * its columns would show or move columns that the person did not touch.
 */
export function useArrange({
  arrangement,
  onArrange,
}: Pick<GridProps, 'arrangement' | 'onArrange'>): (next: Arrangement) => boolean {
  const { t } = useLingui()
  return (next) => {
    const isAccepted = canReplace(arrangement, next)
    if (isAccepted) onArrange(next)
    else
      showToast({
        kind: 'problem',
        text: t`Too many columns are hidden, moved, pinned or resized. Hide whole groups instead, or reset the columns.`,
      })
    return isAccepted
  }
}
