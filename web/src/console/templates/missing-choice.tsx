import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state'
import { SkeletonRows } from '../../ui/skeleton-rows'

interface MissingChoiceProps {
  of: 'template' | 'library'
  /** The list is being read: it may have it then. Later reads change nothing of what is said. */
  isReading: boolean
}

/** In the place of a template or library that the list no longer has; no other is shown instead. Its `key` is the id. */
export function MissingChoice({ of, isReading }: MissingChoiceProps) {
  const [wasRead, setRead] = useState(!isReading)
  if (!wasRead && !isReading) setRead(true)
  if (!wasRead && isReading) return <SkeletonRows rows={8} />
  return (
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
}
