import { Trans, useLingui } from '@lingui/react/macro'
import { customerDomains, domainName } from '@lintel/contract/customers/domains'
import { z } from 'zod'
import { DraftForm } from '../../api/form/draft-form'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { saveRecord } from '../../api/save-record'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'

const nothing = { version: undefined, values: { domain: '' } }
const rules = z.object({ domain: domainName })

/** Adds a domain to a customer: bound at once by staff, otherwise verified by a DNS record. */
export function AddDomain({ customer, isOfStaff }: { customer: string; isOfStaff: boolean }) {
  const { t } = useLingui()
  const draft = useDraft(nothing)
  const form = useFormFields({ draft, schema: rules, label: () => t`Domain`, validatesOnChange: true })
  const add = useDraftSave({
    async send() {
      const { domain } = draft.values
      return {
        added: await saveRecord(customerDomains, { draft: { domain: domain.trim(), customer } }),
        sent: { domain },
      }
    },
    invalidates: [customerDomains],
    onRefused: form.refuse,
    onSaved({ added: { domain, state }, sent }) {
      draft.restart(nothing, sent)
      showToast({
        kind: 'done',
        text: state === 'verified' ? t`${domain} is bound.` : t`${domain} is added. Verify it by its record now.`,
      })
    },
  })
  const { question } = useLeaveGuard(draft.isDirty, { isSaving: add.isSaving })
  return (
    <>
      <DraftForm
        save={add}
        fields={['domain']}
        onSubmit={(event) => form.check(event) && add.save()}
        actions={
          <span>
            <Button type="submit" busy={add.isSaving}>
              {isOfStaff ? <Trans>Bind domain</Trans> : <Trans>Add domain</Trans>}
            </Button>
          </span>
        }
      >
        <TextField
          {...form.field('domain')}
          label={t`Domain`}
          hint={
            isOfStaff
              ? t`Providers that the customer allows may vouch for addresses of this domain. It is bound at once.`
              : t`What stands after the @ in your addresses. A record in its DNS verifies that it is yours.`
          }
          autoComplete="off"
          placeholder="example.com"
        />
      </DraftForm>
      {question}
    </>
  )
}
