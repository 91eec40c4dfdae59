import { Trans, useLingui } from '@lingui/react/macro'
import { type CustomerDomain, customerDomains, domainName } from '@lintel/contract/customers/domains'
import { useState } from 'react'
import { z } from 'zod'
import { DraftForm } from '../../api/form/draft-form'
import { Loaded } from '../../api/form/loaded'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLeaving } from '../../api/form/use-leaving'
import { removeRecord, saveRecord } from '../../api/save-record'
import { useLiveRecords } from '../../api/use-live-records'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'
import styles from './customer-domains.module.css'

const nothing = { version: undefined, values: { domain: '' } }
const rules = z.object({ domain: domainName })

/** The email domains of a customer; staff bind and release them at once. */
export function CustomerDomains({ customer }: { customer: string }) {
  const { t } = useLingui()
  const { data, error } = useLiveRecords(customerDomains, customer)
  const [released, setReleased] = useState<CustomerDomain>()
  const draft = useDraft(nothing)
  const form = useFormFields({ draft, schema: rules, label: () => t`Domain`, checksAtOnce: true })
  const bind = useDraftSave({
    ground: nothing,
    send: (on) => saveRecord(customerDomains, { draft: { domain: draft.on(on).values.domain.trim(), customer } }),
    readAgain: async () => nothing,
    isDisputed: () => false,
    touches: [customerDomains],
    onRefused: form.refuse,
    onSaved({ domain }) {
      draft.restart(nothing)
      showToast({ kind: 'done', text: t`${domain} is bound.` })
    },
  })
  const { question } = useLeaving(draft.isTyped && !bind.isSaving)
  const release = useSave({
    work: (domain: CustomerDomain) => removeRecord(customerDomains, domain),
    touches: [customerDomains],
    onSaved: (_nothing, { domain }) =>
      showToast({
        kind: 'done',
        text: t`${domain} is released.`,
        action: { words: t`Undo`, run: () => bindAgain.mutate(domain) },
      }),
  })
  const bindAgain = useSave({
    work: (domain: string) => saveRecord(customerDomains, { draft: { domain, customer } }),
    touches: [customerDomains],
    onSaved: () => showToast({ kind: 'done', text: t`Undone` }),
  })
  const states = { pending: t`to be proved`, verified: t`verified`, lost: t`proof lost` }
  return (
    <>
      <Loaded data={data?.records} error={error} what={t`Domain`} rows={1}>
        {(records) =>
          records.length > 0 && (
            <ul className={styles.domains}>
              {records.map((each) => (
                <li key={each.id} className={styles.domain}>
                  <span className={styles.name}>{each.domain}</span>
                  <span className={styles.state}>{states[each.state]}</span>
                  <Button
                    size="small"
                    kind="quiet"
                    aria-label={t`Release ${each.domain}`}
                    onClick={() => setReleased(each)}
                  >
                    <Trans>Release</Trans>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <DraftForm
        save={bind}
        fields={['domain']}
        onSubmit={(event) => form.check(event) && bind.save()}
        actions={
          <span>
            <Button type="submit" busy={bind.isSaving}>
              <Trans>Bind domain</Trans>
            </Button>
          </span>
        }
      >
        <TextField
          {...form.field('domain')}
          label={t`Domain`}
          hint={t`Providers that the customer allows may vouch for addresses of this domain. It is bound at once.`}
          autoComplete="off"
          placeholder="example.com"
        />
      </DraftForm>
      {question}
      {released && (
        <Confirm
          title={t`Release ${released.domain}?`}
          action={<Trans>Release</Trans>}
          busy={release.isPending}
          onConfirm={() => release.mutate(released, { onSettled: () => setReleased(undefined) })}
          onCancel={() => setReleased(undefined)}
        >
          <Trans>Providers no longer vouch for its addresses, and imports no longer find the customer by it.</Trans>
        </Confirm>
      )}
    </>
  )
}
