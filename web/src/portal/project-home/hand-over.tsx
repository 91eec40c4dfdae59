import { Trans, useLingui } from '@lingui/react/macro'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Ground } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { unreadOf } from '../../api/form/reading'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useKnownRecords } from '../../api/known-records'
import { all, one } from '../../api/resource'
import { saveRecord } from '../../api/save-record'
import { myProjectLinks } from '../../shell/my-project-links'
import { SelectField } from '../../ui/select-field'
import { showToast } from '../../ui/toast'
import { activityOf, useChangesOf } from './project-activity'

interface OwnerValues {
  owner: string
}

const groundOf = (project: Project): Ground<OwnerValues> => ({
  version: project.version,
  values: { owner: project.owner ?? '' },
})

/** Whom a project can be handed over to: its members who have an account of their own and are in already. */
export const heirsOf = (members: readonly ProjectMember[]): ProjectMember[] =>
  members.filter(({ privilegeLevel: level }) => level > privilegeLevel.guest && level < privilegeLevel.customerAdmin)

/** Hands the project over to one of its members; the former owner stays as its admin. */
export function HandOver({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const known = useKnownRecords(projects)
  const { data, error } = useQuery(all(projectMembers, { filter: { project: project.id }, sort: ['name'] }))
  const ground = groundOf(project)
  const draft = useDraft(ground)
  const changes = useChangesOf(project.id, String(ground.version), draft.conflicts.length > 0)
  const nameOf = (email: string) => data?.records.find(({ user }) => user === email)?.name || email
  const form = useFormFields({
    draft,
    label: () => t`New owner`,
    textOf: (_, email) => nameOf(email),
    by: (_, owner) => changes.find(({ after }) => after?.owner === owner)?.actor ?? undefined,
  })
  const { owner } = draft.values
  const save = useDraftSave({
    ground,
    send: (on) =>
      saveRecord(projects, { id: project.id, version: draft.on(on).version ?? project.version, patch: { owner } }),
    readAgain: async () =>
      groundOf((await queries.fetchQuery({ ...one(projects, project.id, ['customer']), staleTime: 0 })).record),
    isDisputed: (on) => draft.on(on).conflicts.length > 0,
    touches: [projects, projectMembers, myProjectLinks, { queryKey: activityOf(project.id).queryKey }],
    onRefused: form.refuse,
    onSaved(saved) {
      known.putIn(saved)
      const name = nameOf(owner)
      showToast({ kind: 'done', text: t`${name} is the owner now.` })
    },
    leave: onClose,
  })
  const heirs = heirsOf(data?.records ?? [])
  return (
    <FormDialog
      title={t`Hand over the project`}
      unread={unreadOf({ what: t`Members`, isRead: data !== undefined, error })}
      isTyped={draft.isTyped}
      save={save}
      fields={['owner']}
      conflicts={form.conflicts}
      isDisabled={!draft.isTyped}
      action={heirs.length > 0 ? <Trans>Hand over</Trans> : undefined}
      onSubmit={() => draft.isTyped && save.save()}
      onClose={onClose}
    >
      {heirs.length === 0 ? (
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
            value={draft.isTyped ? owner : ''}
            options={[
              {
                group: t`Members`,
                items: heirs.map(({ user, name }) => ({ value: user, label: name ? `${name} (${user})` : user })),
              },
            ]}
            onChange={(email) => draft.set('owner', email)}
          />
        </>
      )}
    </FormDialog>
  )
}
