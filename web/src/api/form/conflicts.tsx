import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useId } from 'react'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import styles from './draft-form.module.css'
import type { FieldConflict } from './use-conflicts'

/** Fields that somebody else has changed as well: both values of each, to choose from. */
export function Conflicts({ conflicts }: { conflicts: readonly FieldConflict[] }) {
  return (
    <Notice kind="problem" title={<Trans>Somebody else has changed this as well. What is to stay?</Trans>}>
      <div className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <Decision key={conflict.key} conflict={conflict} />
        ))}
      </div>
    </Notice>
  )
}

function Decision({ conflict: { label, mine, theirs, by, onMine, onTheirs } }: { conflict: FieldConflict }) {
  const { t } = useLingui()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are two answers
    <div className={styles.conflict} role="group" aria-labelledby={id}>
      <strong id={id}>{label}</strong>
      <dl>
        <dt>
          <Trans>Yours</Trans>
        </dt>
        <dd>{mine}</dd>
        <dt>{by ?? <Trans>Saved meanwhile</Trans>}</dt>
        <dd>{theirs}</dd>
      </dl>
      <div className={styles.choices}>
        <Button size="small" aria-label={t`Keep yours: ${label}`} onClick={decide(onMine)}>
          <Trans>Keep yours</Trans>
        </Button>
        <Button size="small" aria-label={t`Take theirs: ${label}`} onClick={decide(onTheirs)}>
          <Trans>Take theirs</Trans>
        </Button>
      </div>
    </div>
  )
}

/** A decision removes its buttons, so the focus moves to the next one, then to the submit button. */
const decide = (choose: () => void) => (event: MouseEvent<HTMLElement>) => {
  const form = event.currentTarget.closest('form')
  choose()
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(`[role=alert] [role=group] button, [type=submit]`)?.focus(),
  )
}
