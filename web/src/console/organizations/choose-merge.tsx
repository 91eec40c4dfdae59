import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MergeOrganizations } from '@lintel/contract/people/organization-changes'
import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import { useId, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { Fieldset } from '../../ui/fieldset'
import { FormActions } from '../../ui/form-actions'
import styles from './choose-merge.module.css'

interface ChooseMergeProps {
  organizations: readonly Organization[]
  onPlan(input: MergeOrganizations): void
  onClose(): void
}

/** Chooses which of several organizations remains after a merge. The first one with a number is preselected. */
export function ChooseMerge({ organizations, onPlan, onClose }: ChooseMergeProps) {
  const { t } = useLingui()
  const name = useId()
  const [into, setInto] = useState((organizations.find(({ number }) => number) ?? organizations[0])?.id ?? '')
  const from = organizations.filter(({ id }) => id !== into)
  return (
    <Dialog label={t`Merge organizations`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onPlan({ into, from: from.map(({ id }) => id) })
        }}
      >
        <h2>
          <Trans>Merge organizations</Trans>
        </h2>
        <Fieldset legend={<Trans>Which one stays?</Trans>}>
          <div className={styles.choices}>
            {organizations.map((organization) => (
              <label key={organization.id} className={styles.choice}>
                <input
                  type="radio"
                  name={name}
                  checked={organization.id === into}
                  data-autofocus={organization.id === into || undefined}
                  onChange={() => setInto(organization.id)}
                />
                {organizationTitle(organization)}
              </label>
            ))}
          </div>
        </Fieldset>
        <p className={styles.words}>
          <Plural
            value={from.length}
            one="The users of the other one will work for it, and the other one is deleted. Nothing is changed before you have seen every row."
            other="The users of the # others will work for it, and the others are deleted. Nothing is changed before you have seen every row."
          />
        </p>
        <FormActions onCancel={onClose}>
          <Trans>Preview</Trans>
        </FormActions>
      </form>
    </Dialog>
  )
}
