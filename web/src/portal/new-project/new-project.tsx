import { Trans, useLingui } from '@lingui/react/macro'
import { projects, trialDays } from '@lintel/contract/projects/projects'
import { noTemplate, readTemplateChoice } from '@lintel/contract/projects/template-choice'
import { schemaResolver, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { atField } from '../../api/at-field'
import { creationKeys } from '../../api/creation-key'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { TextArea, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import { toFirstWrong } from '../../ui/to-first-wrong'
import styles from './new-project.module.css'
import { emptyTemplate, preselectedTemplate, type Templates, templateOptions } from './template-options'

interface NewProjectProps {
  templates: Templates
  /** The new project would begin with a trial. */
  offersTrial: boolean
  onCreated(projectId: string): void
  onCancel(): void
}

const described = projects.draft.pick({ name: true, description: true, externalId: true })
/** What the server may refuse beside a field of this form, by the names that it uses. */
const fields = ['name', 'description', 'externalId', 'templateProjectId', 'projectTemplateId'] as const

/** The form of a new project. */
export function NewProject({ templates, offersTrial, onCreated, onCancel }: NewProjectProps) {
  const { t } = useLingui()
  const create = useSave(projects, { fields })
  const [keyOf] = useState(() => creationKeys())
  const form = useForm({
    initialValues: {
      name: '',
      description: '',
      externalId: '',
      template: preselectedTemplate(templates),
      // Never filled in: they take what is wrong with the choice.
      templateProjectId: '',
      projectTemplateId: '',
    },
    validate: (values) => schemaResolver(described.loose(), { sync: true })(values),
  })
  const leaving = useBlocker({
    shouldBlockFn: () => form.isDirty(),
    enableBeforeUnload: false,
    withResolver: true,
  })

  const submit = form.onSubmit(({ name, description, externalId, template }) => {
    const draft = {
      name,
      description: description.trim() || null,
      externalId: externalId.trim() || null,
      ...(readTemplateChoice(template) ?? noTemplate),
    }
    create.mutate(
      { draft, idempotencyKey: keyOf(draft) },
      { onError: atField(form), onSuccess: ({ id }) => onCreated(id) },
    )
  }, toFirstWrong)
  const wrong = useFieldError(form.errors)

  return (
    <div className={styles.page}>
      <h1>
        <Trans>New project</Trans>
      </h1>
      {offersTrial && (
        <div className={styles.offer}>
          <Notice title={<Trans>Free for {trialDays} days</Trans>}>
            <p>
              <Trans>
                Try everything with the people you build with. Nothing is charged, and nothing begins by itself.
              </Trans>
            </p>
          </Notice>
        </div>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          {...form.getInputProps('name')}
          label={<Trans>Project name</Trans>}
          error={wrong('name')}
          autoComplete="off"
          dir="auto"
          autoFocus
          required
        />
        <TextArea
          {...form.getInputProps('description')}
          label={<Trans>Description</Trans>}
          optional={<Trans>optional</Trans>}
          error={wrong('description')}
          dir="auto"
        />
        <TextField
          {...form.getInputProps('externalId')}
          label={<Trans>Your project number</Trans>}
          optional={<Trans>optional</Trans>}
          error={wrong('externalId')}
          autoComplete="off"
          dir="auto"
        />
        <SelectField
          label={t`Template`}
          hint={
            form.values.template === emptyTemplate ? (
              <Trans>The new project begins empty.</Trans>
            ) : (
              <Trans>The new project takes over the settings and features of its template.</Trans>
            )
          }
          error={wrong('templateProjectId') ?? wrong('projectTemplateId')}
          options={templateOptions(templates, {
            defaults: t`Default templates`,
            empty: t({ message: 'Empty', context: 'template' }),
            existing: t`Existing projects`,
          })}
          value={form.values.template}
          onChange={(template) => {
            form.setFieldValue('template', template)
            form.clearErrors()
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={create.isPending}>
            <Trans>Create project</Trans>
          </Button>
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
      {leaving.status === 'blocked' && (
        <Confirm
          title={t`Leave without creating the project?`}
          action={<Trans>Leave</Trans>}
          onConfirm={leaving.proceed}
          onCancel={leaving.reset}
        >
          <Trans>What you have written will be lost.</Trans>
        </Confirm>
      )}
    </div>
  )
}
