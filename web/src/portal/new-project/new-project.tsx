import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { trialDays } from '@lintel/contract/projects/projects'
import { DraftForm } from '../../api/form/draft-form'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { codeText } from '../../api/problem-text'
import { Checkbox } from '../../ui/checkbox'
import { TextArea, TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import styles from './new-project.module.css'
import { customerOfTemplate, emptyTemplate, hasPeople, templateOptions } from './template-options'
import { TemplatePreview } from './template-preview'
import { useTrial } from './trial-in'
import { type NewProjectOptions, useNewProjectDraft } from './use-new-project-draft'

interface NewProjectProps extends NewProjectOptions {
  user: Pick<CurrentUser, 'id' | 'customerAdminFor' | 'beginsWithTrial' | 'trialRunning'>
  onCancel(): void
}

/** The form for a new project. */
export function NewProject(props: NewProjectProps) {
  const { customers, customer: named, user, onCancel } = props
  const { t, i18n } = useLingui()
  const { draft, form, create, labels, templates, fields } = useNewProjectDraft(props)
  const choice = draft.values.template
  const ofTemplate = customers ? undefined : customerOfTemplate(templates, choice)
  const belongsTo = named ?? user.customerAdminFor.find(({ id }) => id === ofTemplate?.id) ?? ofTemplate
  const trial = useTrial(user, customers ? undefined : belongsTo?.id)
  const { question } = useLeaveGuard(draft.isDirty, { title: t`Leave without creating the project?` })

  return (
    <div className={styles.page}>
      <h1>
        <Trans>New project</Trans>
      </h1>
      {trial?.beginsWithTrial && (
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
      {trial?.trialRunning && (
        <div className={styles.offer}>
          <Notice>
            <p>{i18n._(codeText('trialRunning'))}</p>
          </Notice>
        </div>
      )}
      <div className={styles.form}>
        <DraftForm
          save={create}
          fields={fields}
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
            belongsTo && (
              <p className={styles.customer}>
                <BelongsTo name={belongsTo.name} />
              </p>
            )
          )}
          <SelectField
            label={labels.template}
            hint={<TemplateHint choice={choice} />}
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
          {choice !== emptyTemplate && <TemplatePreview choice={choice} />}
        </DraftForm>
      </div>
      {question}
    </div>
  )
}

function BelongsTo({ name }: { name: string | undefined }) {
  if (name === undefined) return <Trans>The project will belong to the customer of its template.</Trans>
  return (
    <Trans>
      The project will belong to <bdi>{name}</bdi>.
    </Trans>
  )
}

function TemplateHint({ choice }: { choice: string }) {
  if (choice === emptyTemplate) return <Trans>The new project begins empty.</Trans>
  if (choice.startsWith('project-'))
    return <Trans>The new project gets the settings and features of its template.</Trans>
  return <Trans>The new project begins with what the template names.</Trans>
}
