import { Trans, useLingui } from '@lingui/react/macro'
import { governsProject } from '@lintel/contract/projects/project-permissions'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { failedWith } from '../../api/failure'
import { FormDialog } from '../../api/form/form-dialog'
import { recordFields } from '../../api/form/record-fields'
import { useRecordDraft } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { one } from '../../api/resource'
import { actorOf, currentUser } from '../../session/current-user'
import { myProjectLinks } from '../../shell/my-project-links'
import { TextArea, TextField } from '../../ui/field'
import { activityOf, projectChanges } from './project-activity'
import { ProjectLiveUpdates } from './project-live-updates'

const fields = recordFields(projects, ['name', 'description', 'externalId'])

/** Edits a project's name, description and number. */
export function EditProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { data: user } = useSuspenseQuery(currentUser)
  const request = one(projects, project.id, ['customer'])
  const { data, error } = useQuery(request)
  const current = failedWith(error, 'notFound') ? undefined : (data?.record ?? project)
  const steps = useRecordSteps()
  const labels = { name: t`Project name`, description: t`Description`, externalId: t`Your project number` }
  // Other queries that show the project's name or activity.
  const related = [{ queryKey: myProjectLinks.queryKey }, { queryKey: activityOf(project.id).queryKey }]
  const {
    draft,
    form,
    save,
    deletedBy: remover,
  } = useRecordDraft({
    resource: projects,
    id: project.id,
    current,
    opened: project,
    // A deleted project cannot be edited, although its owner still sees it.
    deletionField: 'isInactive',
    about: project.name,
    changes: (version) => ({ ...projectChanges(project.id, version), enabled: current !== undefined }),
    valuesOf: fields.valuesOf,
    patchOf: fields.patchOf,
    schema: fields.schema,
    validatesOnChange: false,
    label: (field) => labels[field],
    reload: async () => (await queries.fetchQuery({ ...request, staleTime: 0 })).record,
    related,
    onSaved({ step }) {
      const undone = () => related.forEach(({ queryKey }) => void queries.invalidateQueries({ queryKey }))
      const text = draft.isDeleted ? t`The project is restored and saved.` : t`The project is saved.`
      if (step) steps.announce(text, { ...step, undone }, { isInHistory: false })
    },
    leave: onClose,
  })
  const isRestorable = current !== undefined && governsProject(actorOf(user), current)
  return (
    <>
      {/* The page stops following a project that is deleted, of which the form still reports a restoration. */}
      <ProjectLiveUpdates project={project.id} queryKeys={[request.queryKey]} />
      <FormDialog
        title={t`Edit project`}
        isDirty={draft.isDirty}
        save={save}
        fields={fields.names}
        conflicts={form.conflicts}
        deletedNotice={
          draft.isDeleted &&
          (remover ? (
            <Trans>{remover} has deleted this project</Trans>
          ) : (
            <Trans>This project was deleted meanwhile</Trans>
          ))
        }
        action={draft.isDeleted ? isRestorable ? <Trans>Restore and save</Trans> : undefined : <Trans>Save</Trans>}
        onSubmit={(event) => {
          if (draft.isDeleted && !isRestorable) return
          if (!draft.isDeleted && !draft.isDirty) return onClose()
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
    </>
  )
}
