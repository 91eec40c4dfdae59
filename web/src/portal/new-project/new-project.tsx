import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { projects } from '@lintel/contract/projects/projects'
import { noTemplate, readTemplateChoice } from '@lintel/contract/projects/template-choice'
import { schemaResolver, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { atField } from '../../api/at-field'
import { fieldText } from '../../api/problem-text'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { TextArea, TextField } from '../../ui/field'
import { SelectField } from '../../ui/select-field'
import styles from './new-project.module.css'
import { preselectedTemplate, type Templates, templateOptions } from './template-options'

interface NewProjectProps {
  templates: Templates
  onCreated(projectId: string): void
  onCancel(): void
}

const described = projects.draft.pick({ name: true, description: true, externalId: true })
const fields = ['name', 'description', 'externalId'] as const

/** The form of a new project. */
export function NewProject({ templates, onCreated, onCancel }: NewProjectProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const create = useSave(projects, { fields })
  const form = useForm({
    initialValues: { name: '', description: '', externalId: '', template: preselectedTemplate(templates) },
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
    create.mutate({ draft }, { onError: atField(form), onSuccess: ({ id }) => onCreated(id) })
  })
  const wrong = (field: (typeof fields)[number]) => {
    const message = form.errors[field]
    return typeof message === 'string' && i18n._(fieldText(message))
  }

  return (
    <div className={styles.page}>
      <h1>
        <Trans>New project</Trans>
      </h1>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          {...form.getInputProps('name')}
          label={<Trans>Project name</Trans>}
          error={wrong('name')}
          autoComplete="off"
          autoFocus
          required
        />
        <TextArea
          {...form.getInputProps('description')}
          label={<Trans>Description</Trans>}
          optional={<Trans>optional</Trans>}
          error={wrong('description')}
        />
        <TextField
          {...form.getInputProps('externalId')}
          label={<Trans>Your project number</Trans>}
          optional={<Trans>optional</Trans>}
          error={wrong('externalId')}
          autoComplete="off"
        />
        <SelectField
          label={t`Template`}
          hint={<Trans>The new project begins with the checklists, folders and groups of its template.</Trans>}
          options={templateOptions(templates, {
            defaults: t`Default templates`,
            empty: t({ message: 'Empty', context: 'template' }),
            existing: t`Existing projects`,
          })}
          value={form.values.template}
          onChange={(template) => form.setFieldValue('template', template)}
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
