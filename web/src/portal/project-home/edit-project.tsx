import { Trans, useLingui } from '@lingui/react/macro'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Ground } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { one } from '../../api/resource'
import { saveRecord } from '../../api/save-record'
import { myProjectLinks } from '../../shell/my-project-links'
import { TextArea, TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'

interface ProjectValues {
  name: string
  description: string
  externalId: string
}

const { name, description, externalId } = projects.fields.shape
const schema = z.object({ name, description, externalId })

const groundOf = (project: Project): Ground<ProjectValues> => ({
  version: project.version,
  values: {
    name: project.name,
    description: project.description ?? '',
    externalId: project.externalId ?? '',
  },
})

/** What a project is called, is about and has as its number. */
export function EditProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const ground = groundOf(project)
  const draft = useDraft(ground)
  const labels = { name: t`Project name`, description: t`Description`, externalId: t`Your project number` }
  const form = useFormFields({ draft, schema, label: (field) => labels[field], by: () => t`Somebody else` })
  const save = useDraftSave({
    ground,
    send(on) {
      const { changes, version } = draft.on(on)
      const patch = Object.fromEntries(
        Object.entries(changes).map(([field, typed]) => [field, field === 'name' ? typed : typed.trim() || null]),
      )
      return saveRecord(projects, { id: project.id, version: version ?? project.version, patch })
    },
    async readAgain() {
      const { record } = await queries.fetchQuery({ ...one(projects, project.id, ['customer']), staleTime: 0 })
      return groundOf(record)
    },
    isDisputed: (on) => draft.on(on).conflicts.length > 0,
    touches: [projects, myProjectLinks],
    onRefused: form.refuse,
    onSaved() {
      showToast({ kind: 'done', text: t`The project is saved.` })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t`Edit project`}
      isTyped={draft.isTyped}
      save={save}
      fields={['name', 'description', 'externalId']}
      conflicts={form.conflicts}
      action={<Trans>Save</Trans>}
      onSubmit={(event) => {
        if (!draft.isTyped) return onClose()
        if (form.check(event)) save.save()
      }}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={labels.name} autoComplete="off" dir="auto" required data-autofocus />
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
    </FormDialog>
  )
}
