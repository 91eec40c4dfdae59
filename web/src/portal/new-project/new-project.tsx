import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Customer } from '@lintel/contract/customers/customers'
import { projects, trialDays } from '@lintel/contract/projects/projects'
import { readTemplatePreview } from '@lintel/contract/projects/template-application'
import { noTemplate, readTemplateChoice } from '@lintel/contract/projects/template-choice'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { creationKeys } from '../../api/creation-key'
import { DraftForm } from '../../api/form/draft-form'
import { Loaded } from '../../api/form/loaded'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { codeText } from '../../api/problem-text'
import { saveRecord } from '../../api/save-record'
import { Checkbox } from '../../ui/checkbox'
import { TextArea, TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import { showToast } from '../../ui/toast'
import styles from './new-project.module.css'
import { TemplateContents } from './template-contents'
import {
  emptyTemplate,
  hasPeople,
  preselectedTemplate,
  type Templates,
  templateOptions,
  templatesFor,
} from './template-options'

type NamedCustomer = Pick<Customer, 'id' | 'name'>

interface NewProjectProps {
  templates: Templates
  /** The customers to choose from, for staff; undefined for everybody else, who have no choice. */
  customers: readonly NamedCustomer[] | undefined
  /** The customer that the address names: preselected for staff, and for everybody else the one in which the project is created. */
  customer: NamedCustomer | undefined
  /** The new project begins with a trial. */
  offersTrial: boolean
  /** The new project would begin with a trial, but the person has one already. */
  trialRunning: boolean
  /** The project has been created, even if the form has been closed meanwhile. */
  onCreated(): void
  /** Opens the progress page: directly from the form, or from the toast after the user has left the form. */
  onOpen(projectId: string, from: 'form' | 'toast'): void
  onCancel(): void
}

const baseSchema = projects.draft.pick({ name: true, description: true, externalId: true }).loose()
const schemaWithCustomer = baseSchema.extend({ customer: z.string().min(1, 'required') })
/** The fields of this form that the server may reject, by their names on the wire; the customer is one where it is chosen. */
const fields = ['name', 'description', 'externalId', 'templateProjectId', 'projectTemplateId', 'copyPeople'] as const

/** The form for a new project. */
export function NewProject(props: NewProjectProps) {
  const { customers, customer: named, offersTrial, trialRunning, onCreated, onOpen, onCancel } = props
  // Staff choose the customer by themselves, so they are offered the templates of all.
  const templates = named && !customers ? templatesFor(named.id, props.templates) : props.templates
  const { t, i18n } = useLingui()
  const [withIdempotencyKey] = useState(() => creationKeys())
  const baseline = {
    version: undefined,
    values: {
      name: '',
      description: '',
      externalId: '',
      customer: named?.id ?? '',
      template: preselectedTemplate(templates),
      copyPeople: false,
    },
  }
  const draft = useDraft(baseline)
  const labels = {
    name: t`Project name`,
    description: t`Description`,
    externalId: t`Your project number`,
    customer: t`Customer`,
    template: t`Template`,
    copyPeople: t`People`,
  }
  const form = useFormFields({
    draft,
    schema: customers ? schemaWithCustomer : baseSchema,
    label: (field) => labels[field],
    aliases: { templateProjectId: 'template', projectTemplateId: 'template', copyPeople: 'template' },
  })
  const create = useDraftSave({
    baseline,
    send(on) {
      const { name, description, externalId, customer, template, copyPeople } = draft.on(on).values
      const body = {
        name,
        description: description.trim() || null,
        externalId: externalId.trim() || null,
        ...(customer && { customer }),
        ...(readTemplateChoice(template) ?? noTemplate),
        ...(copyPeople && hasPeople(templates, template) && { copyPeople }),
      }
      return withIdempotencyKey(body, (idempotencyKey) => saveRecord(projects, { draft: body, idempotencyKey }))
    },
    reload: async () => baseline,
    hasConflicts: () => false,
    invalidates: [projects],
    onRefused: form.refuse,
    onSaved: onCreated,
    leave: ({ id }) => onOpen(id, 'form'),
    notifyAfterLeaving: ({ id, name }) =>
      showToast({
        kind: 'done',
        text: t`“${name}” is being created`,
        action: { label: t`Show`, run: () => onOpen(id, 'toast') },
      }),
  })
  const choice = draft.values.template
  const { data: preview, error: previewError } = useQuery({
    queryKey: ['template-preview', choice],
    queryFn: ({ signal }) => callApi(readTemplatePreview, { parameters: { choice }, signal }),
    enabled: choice !== emptyTemplate,
    staleTime: 0,
  })
  const { question } = useLeaveGuard(draft.isDirty, t`Leave without creating the project?`)

  return (
    <div className={styles.page}>
      <h1>
        <Trans>New project</Trans>
      </h1>
      {offersTrial && (
        <div className={styles.offer}>
          <Notice
            title={
              <Trans>
                Free for <Plural value={trialDays} one="# day" other="# days" />
              </Trans>
            }
          >
            <p>
              <Trans>
                Try everything with your team. Nothing is charged, and no subscription starts automatically.
              </Trans>
            </p>
          </Notice>
        </div>
      )}
      {trialRunning && (
        <div className={styles.offer}>
          <Notice>
            <p>{i18n._(codeText('trialRunning'))}</p>
          </Notice>
        </div>
      )}
      <div className={styles.form}>
        <DraftForm
          save={create}
          fields={customers ? [...fields, 'customer'] : fields}
          onSubmit={(event) => form.check(event) && create.save()}
          actions={
            <FormActions place="start" onCancel={onCancel} isBusy={create.isSaving}>
              <Trans>Create project</Trans>
            </FormActions>
          }
        >
          <TextField {...form.field('name')} label={labels.name} autoComplete="off" dir="auto" autoFocus required />
          <TextArea
            {...form.field('description')}
            label={labels.description}
            optional={<Trans>optional</Trans>}
            dir="auto"
          />
          <TextField
            {...form.field('externalId')}
            label={labels.externalId}
            optional={<Trans>optional</Trans>}
            autoComplete="off"
            dir="auto"
          />
          {customers ? (
            <SelectField
              label={labels.customer}
              error={form.wrong('customer')}
              options={[{ group: t`Customers`, items: customers.map(({ id, name }) => ({ value: id, label: name })) }]}
              value={draft.values.customer}
              onChange={(customer) => draft.set('customer', customer)}
            />
          ) : (
            named && (
              <p className={styles.customer}>
                <Trans>
                  The project will belong to <bdi>{named.name}</bdi>.
                </Trans>
              </p>
            )
          )}
          <SelectField
            label={labels.template}
            hint={
              choice === emptyTemplate ? (
                <Trans>The new project begins empty.</Trans>
              ) : choice.startsWith('project-') ? (
                <Trans>The new project gets the settings and features of its template.</Trans>
              ) : (
                <Trans>The new project begins with what the template names.</Trans>
              )
            }
            error={form.wrong('template')}
            options={templateOptions(templates, {
              defaults: t`Default templates`,
              empty: t({ message: 'Empty', context: 'template' }),
              existing: t`Existing projects`,
            })}
            value={choice}
            onChange={(template) => draft.set('template', template)}
          />
          {hasPeople(templates, choice) && (
            <Checkbox
              label={<Trans>Also add the people of this project, with their roles</Trans>}
              checked={draft.values.copyPeople}
              onChange={({ currentTarget }) => draft.set('copyPeople', currentTarget.checked)}
            />
          )}
          {/* Reserves the space, so that the buttons do not move when the server's counts arrive. */}
          {choice !== emptyTemplate && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
            <section className={styles.preview} aria-labelledby="brings" tabIndex={0}>
              <h2 id="brings" className={styles.previewTitle}>
                <Trans>What the template brings</Trans>
              </h2>
              <Loaded data={preview} error={previewError} what={t`What the template brings`} rows={3}>
                {(loaded) => <TemplateContents preview={loaded} />}
              </Loaded>
            </section>
          )}
        </DraftForm>
      </div>
      {question}
    </div>
  )
}
