import { Trans, useLingui } from '@lingui/react/macro'
import { governsProject } from '@lintel/contract/projects/project-permissions'
import { type Project, type ProjectPatch, projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { failedWith } from '../../api/failure'
import type { Ground } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { patchStep } from '../../api/form/record-steps'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { whoChanged } from '../../api/form/who-changed'
import { useKnownRecords } from '../../api/known-records'
import { one } from '../../api/resource'
import { saveRecord } from '../../api/save-record'
import { actorOf, currentUser } from '../../session/current-user'
import { myProjectLinks } from '../../shell/my-project-links'
import { TextArea, TextField } from '../../ui/field'
import { activityOf, useChangesOf, whoDeletedProject } from './project-activity'

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

/** What a save sends of these values: null for what says nothing. */
const patchOf = (values: Partial<ProjectValues>): ProjectPatch =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, field === 'name' ? value : value.trim() || null]),
  )

/** A project that was deleted is none to be edited, though its owner still sees it. */
const groundOf = (project: Project | undefined): Ground<ProjectValues> =>
  project && !project.isInactive
    ? { version: project.version, values: valuesOf(project) }
    : { version: undefined, values: valuesOf(project ?? {}) }

/** How often it is asked whether somebody else has changed the project, in milliseconds. */
const askAgainMs = 10_000

/** What a project is called, is about and has as its number. */
export function EditProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const known = useKnownRecords(projects)
  const { data: user } = useSuspenseQuery(currentUser)
  const request = one(projects, project.id, ['customer'])
  const { data, error } = useQuery({ ...request, refetchInterval: askAgainMs })
  const isHidden = failedWith(error, 'notFound')
  const current = isHidden ? undefined : (data?.record ?? project)
  const ground = groundOf(current)
  const steps = useRecordSteps()
  const draft = useDraft(ground, { opened: groundOf(project) })
  const changes = useChangesOf(
    project.id,
    String(current?.version),
    !isHidden && (draft.conflicts.length > 0 || draft.isGone),
  )
  const changed = changes.map((event) => ({ ...event, target: project.id }))
  const labels = { name: t`Project name`, description: t`Description`, externalId: t`Your project number` }
  const form = useFormFields({
    draft,
    schema,
    label: (field) => labels[field],
    by: (field, value) => whoChanged(changed, { id: project.id, field, value, valuesOf }),
  })
  const remover = draft.isGone ? whoDeletedProject(changes) : undefined
  const isRestorable = current !== undefined && governsProject(actorOf(user), current)
  // Where its name and what happened to it stand besides.
  const alsoShown = [{ queryKey: myProjectLinks.queryKey }, { queryKey: activityOf(project.id).queryKey }]
  const save = useDraftSave({
    ground: current,
    about: project.name,
    async send(on: Project | undefined) {
      const { changes: typed, version, isGone } = draft.on(groundOf(on))
      const from = version ?? on?.version ?? project.version
      const again = { ...patchOf(typed), ...(isGone && { isInactive: false }) }
      const before = valuesOf(on ?? project)
      const back = {
        ...patchOf(
          Object.fromEntries(Object.keys(typed).map((field) => [field, before[field as keyof ProjectValues]])),
        ),
        ...(isGone && { isInactive: true }),
      }
      const saved = await saveRecord(projects, { id: project.id, version: from, patch: again })
      return { saved, step: patchStep(projects, { id: project.id, from, to: saved.version, back, again }) }
    },
    async readAgain() {
      try {
        return (await queries.fetchQuery({ ...request, staleTime: 0 })).record
      } catch (failure) {
        if (failedWith(failure, 'notFound')) return undefined
        throw failure
      }
    },
    isDisputed(on) {
      const { conflicts, isGone } = draft.on(groundOf(on))
      return conflicts.length > 0 || isGone
    },
    touches: [projects, ...alsoShown],
    onRefused: form.refuse,
    onSaved({ saved, step }) {
      // Whatever is done with the project next begins with what was saved.
      known.putIn(saved)
      const undone = () => alsoShown.forEach(({ queryKey }) => void queries.invalidateQueries({ queryKey }))
      steps.say(draft.isGone ? t`The project is restored and saved.` : t`The project is saved.`, { ...step, undone })
    },
    leave: onClose,
  })
  return (
    <FormDialog
      title={t`Edit project`}
      isTyped={draft.isTyped}
      save={save}
      fields={['name', 'description', 'externalId']}
      conflicts={form.conflicts}
      gone={
        draft.isGone &&
        (remover ? (
          <Trans>{remover} has deleted this project</Trans>
        ) : (
          <Trans>This project was deleted meanwhile</Trans>
        ))
      }
      action={draft.isGone ? isRestorable ? <Trans>Restore and save</Trans> : undefined : <Trans>Save</Trans>}
      onSubmit={(event) => {
        if (draft.isGone && !isRestorable) return
        if (!draft.isGone && !draft.isTyped) return onClose()
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
