import { Trans, useLingui } from '@lingui/react/macro'
import { displayName } from '@lintel/contract/people/display-name'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCachedRecords } from '../../api/cached-records'
import type { Baseline } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { firstPending } from '../../api/form/load-state'
import { useDraft } from '../../api/form/use-draft'
import { useFormFields } from '../../api/form/use-form-fields'
import { useRebasedSave } from '../../api/form/use-rebased-save'
import { all, one } from '../../api/resource'
import { saveRecord } from '../../api/save-record'
import { myProjectLinks } from '../../shell/my-project-links'
import { SelectField } from '../../ui/select-field'
import { showToast } from '../../ui/toast'
import { activityOf, useProjectChanges } from './project-activity'

interface OwnerValues {
  owner: string
}

const baselineOf = (project: Project): Baseline<OwnerValues> => ({
  version: project.version,
  values: { owner: project.owner ?? '' },
})

/** The possible new owners: members with a full account who are not guests. */
export const ownerCandidates = (members: readonly ProjectMember[]): ProjectMember[] =>
  members.filter(({ privilegeLevel: level }) => level > privilegeLevel.guest && level < privilegeLevel.customerAdmin)

/** A candidate's name with the email, or the email alone where that is shown instead of a name. */
const candidateLabel = (name: string, email: string) => (name === email ? email : `${name} (${email})`)

/** Hands the project over to one of its members; the previous owner remains as an admin. */
export function HandOver({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const cachedProjects = useCachedRecords(projects)
  const { data, error } = useQuery(all(projectMembers, { filter: { project: project.id }, sort: ['name'] }))
  const names = new Map(data?.records.map(({ user, name }) => [user, name]))
  const baseline = baselineOf(project)
  const draft = useDraft(baseline)
  const changes = useProjectChanges(project.id, String(baseline.version), draft.conflicts.length > 0)
  const nameOf = (email: string) => displayName({ name: names.get(email) ?? '', email })
  const form = useFormFields({
    draft,
    label: () => t`New owner`,
    textOf: (_, email) => nameOf(email),
    by: (_, owner) => changes.find(({ after }) => after?.owner === owner)?.actor ?? undefined,
  })
  const { owner } = draft.values
  const save = useRebasedSave({
    baseline,
    async send(on) {
      const version = draft.on(on).version ?? project.version
      return { saved: await saveRecord(projects, { id: project.id, version, patch: { owner } }), sent: owner }
    },
    reload: async () =>
      baselineOf((await queries.fetchQuery({ ...one(projects, project.id, ['customer']), staleTime: 0 })).record),
    hasConflicts: (on) => draft.on(on).conflicts.length > 0,
    invalidates: [projects, projectMembers, myProjectLinks, { queryKey: activityOf(project.id).queryKey }],
    onRefused: form.refuse,
    onSaved({ saved, sent }) {
      cachedProjects.replace(saved)
      const name = nameOf(sent)
      showToast({ kind: 'done', text: t`${name} is the owner now.` })
    },
    leave: onClose,
  })
  const candidates = ownerCandidates(data?.records ?? [])
  return (
    <FormDialog
      title={t`Hand over the project`}
      pending={firstPending({ what: t`Members`, isLoaded: data !== undefined, error })}
      isDirty={draft.isDirty}
      save={save}
      fields={['owner']}
      conflicts={form.conflicts}
      isDisabled={!draft.isDirty}
      action={candidates.length > 0 ? <Trans>Hand over</Trans> : undefined}
      onSubmit={() => draft.isDirty && save.save()}
      onClose={onClose}
    >
      {candidates.length === 0 ? (
        <p>
          <Trans>Invite the new owner first: a project is handed over to one of its members.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              The new owner decides about the project from then on. The former owner stays in it as an admin.
            </Trans>
          </p>
          <SelectField
            label={t`New owner`}
            error={form.wrong('owner')}
            hint={form.note('owner')}
            value={draft.isDirty ? owner : ''}
            options={[
              {
                group: t`Members`,
                items: candidates.map(({ user }) => ({ value: user, label: candidateLabel(nameOf(user), user) })),
              },
            ]}
            onChange={(email) => draft.set('owner', email)}
          />
        </>
      )}
    </FormDialog>
  )
}
