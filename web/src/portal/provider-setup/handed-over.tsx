import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice'

/** Tells that the set-up was handed over. `isFocused` where that has just happened, by a button in its place. */
export function HandedOver({ isFocused }: { isFocused: boolean }) {
  const region = useRef<HTMLDivElement>(null)

  // The pressed button is gone, and the focus with it.
  useEffect(() => {
    if (isFocused) region.current?.focus()
  }, [isFocused])

  return (
    <div ref={region} role="status" tabIndex={-1}>
      <Notice title={<Trans>You have handed it over</Trans>}>
        <p>
          <Trans>The people who run the platform make it active. Until then you can still change it here.</Trans>
        </p>
      </Notice>
    </div>
  )
}
