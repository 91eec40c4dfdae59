import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Icon } from './icon'
import { useCopy } from './use-copy'

/** Copies `text`, which is shown elsewhere on the screen, and confirms it for a moment. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useLingui()
  const { state, copy } = useCopy()
  const labels = { idle: children, copied: t`Copied`, refused: t`Select and copy it` }
  return (
    <>
      <Button size="small" onClick={() => copy(text)}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={16} />
        <span>{labels[state]}</span>
      </Button>
      <span className="said-only" aria-live="polite">
        {state !== 'idle' && labels[state]}
      </span>
    </>
  )
}
