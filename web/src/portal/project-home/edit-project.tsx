import { Trans, useLingui } from '@lingui/react/macro'
import { governsProject } from '@lintel/contract/projects/project-permissions'
import { type Project, type ProjectPatch, projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useCachedRecords } from '../../api/cached-records'
import { failedWith } from '../../api/failure'
import type { Baseline } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { patchStep } from '../../api/form/record-steps'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { whoChanged } from '../../api/form/who-changed'
import { one } from '../../api/resource'
import { saveRecord } from '../../api/save-record'
import { actorOf, currentUser } from '../../session/current-user'
import { myProjectLinks } from '../../shell/my-project-links'
import { TextArea, TextField } from '../../ui/field'
import { activityOf, useProjectChanges, whoDeletedProject } from './project-activity'

interface ProjectValues {
  name: string
  description: string
  externalId: string
}

const { name, description, externalId } = projects.fields.shape
const schema = z.object({ name, description, externalId })

const valuesOf = (project: Partial<Pick<Project, 'name' | 'description' | 'externalId'>>): ProjectValues => ({
  name: project.name ?? '',
  description: project.description ?? '',
  externalId: project.externalId ?? '',
})

/** The patch of a save: null for empty values. */
const patchOf = (values: Partial<ProjectValues>): ProjectPatch =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, field === 'name' ? value : value.trim() || null]),
  )

/** A deleted project cannot be edited, although its owner still sees it. */
const baselineOf = (project: Project | undefined): Baseline<ProjectValues> =>
  project && !project.isInactive
    ? { version: project.version, values: valuesOf(project) }
    : { version: undefined, values: valuesOf(project ?? {}) }

/** Polling interval for changes by other users, in milliseconds. */
const conflictPollMs = 10_000

/** Edits a project's name, description and number. */
export function EditProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const cachedProjects = useCachedRecords(projects)
  const { data: user } = useSuspenseQuery(currentUser)
  const request = one(projects, project.id, ['customer'])
  const { data, error } = useQuery({ ...request, refetchInterval: conflictPollMs })
  const isHidden = failedWith(error, 'notFound')
  const current = isHidden ? undefined : (data?.record ?? project)
  const baseline = baselineOf(current)
  const steps = useRecordSteps()
  const draft = useDraft(baseline, { opened: baselineOf(project) })
  const changes = useProjectChanges(
    project.id,
    String(current?.version),
    !isHidden && (draft.conflicts.length > 0 || draft.isDeleted),
  )
  const changed = changes.map((event) => ({ ...event, target: project.id }))
  const labels = { name: t`Project name`, description: t`Description`, externalId: t`Your project number` }
  const form = useFormFields({
    draft,
    schema,
    label: (field) => labels[field],
    by: (field, value) => whoChanged(changed, { id: project.id, field, value, valuesOf }),
  })
  const remover = draft.isDeleted ? whoDeletedProject(changes) : undefined
  const isRestorable = current !== undefined && governsProject(actorOf(user), current)
  // Other queries that show the project's name or activity.
  const relatedQueries = [{ queryKey: myProjectLinks.queryKey }, { queryKey: activityOf(project.id).queryKey }]
  const save = useDraftSave({
    baseline: current,
    about: project.name,
    async send(on: Project | undefined) {
      const { changes: typed, version, isDeleted } = draft.on(baselineOf(on))
      const from = version ?? on?.version ?? project.version
      const again = { ...patchOf(typed), ...(isDeleted && { isInactive: false }) }
      const before = valuesOf(on ?? project)
      const back = {
        ...patchOf(
          Object.fromEntries(Object.keys(typed).map((field) => [field, before[field as keyof ProjectValues]])),
        ),
        ...(isDeleted && { isInactive: true }),
      }
      const saved = await saveRecord(projects, { id: project.id, version: from, patch: again })
      return { saved, step: patchStep(projects, { id: project.id, from, to: saved.version, back, again }) }
    },
    async reload() {
      try {
        return (await queries.fetchQuery({ ...request, staleTime: 0 })).record
      } catch (failure) {
        if (failedWith(failure, 'notFound')) return undefined
        throw failure
      }
    },
    hasConflicts(on) {
      const { conflicts, isDeleted } = draft.on(baselineOf(on))
      return conflicts.length > 0 || isDeleted
    },
    invalidates: [projects, ...relatedQueries],
    onRefused: form.refuse,
    onSaved({ saved, step }) {
      // Further actions on the project must use the saved version.
      cachedProjects.replace(saved)
      const undone = () => relatedQueries.forEach(({ queryKey }) => void queries.invalidateQueries({ queryKey }))
      steps.say(draft.isDeleted ? t`The project is restored and saved.` : t`The project is saved.`, { ...step, undone })
    },
    leave: onClose,
  })
  return (
    <FormDialog
      title={t`Edit project`}
      isDirty={draft.isDirty}
      save={save}
      fields={['name', 'description', 'externalId']}
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
  )
}
