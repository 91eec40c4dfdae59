import { Trans } from '@lingui/react/macro'
import { EmptyState } from '../../ui/empty-state'
import { SkeletonRows } from '../../ui/skeleton-rows'

interface MissingChoiceProps {
  of: 'template' | 'library'
  /** The list is being read: it may have it then. */
  isReading: boolean
}

/** In the place of a template or library that the list no longer has; no other is shown instead. */
export const MissingChoice = ({ of, isReading }: MissingChoiceProps) =>
  isReading ? (
    <SkeletonRows rows={8} />
  ) : (
    <section role="alert">
      <EmptyState
        title={of === 'template' ? <Trans>This template is not there</Trans> : <Trans>This library is not there</Trans>}
      >
        <p>
          <Trans>It was deleted, or it belongs to another customer. Choose another one.</Trans>
        </p>
      </EmptyState>
    </section>
  )
