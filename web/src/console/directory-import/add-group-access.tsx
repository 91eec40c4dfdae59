import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import type { DirectoryGroup } from '@lintel/contract/people/directory-groups'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../api/form/form-dialog'
import { firstPending } from '../../api/form/load-state'
import { additionStep } from '../../api/form/record-steps'
import { useNewDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { saveRecord } from '../../api/save-record'
import { customerRecords } from '../../api/use-live-records'
import { LabelledSelect } from '../../ui/labelled-select'
import { roleLabel } from '../../ui/role'
import { SelectField } from '../../ui/select-field'

interface AddGroupAccessProps {
  group: DirectoryGroup
  customer: string
  /** Ids of the projects that the group gives access to already. */
  openedProjects: readonly string[]
  onClose(): void
}

const levels = [privilegeLevel.member, privilegeLevel.admin] as const

interface AccessValues {
  project: string
  level: (typeof levels)[number]
}

/** Draft and save of a new group access: a project and the role there. */
export function useNewAccess({ group, customer, onClose }: Omit<AddGroupAccessProps, 'openedProjects'>) {
  const { t } = useLingui()
  const { data, error } = useQuery(customerRecords(projects, customer, { sort: ['name'] }))
  const draft = useNewDraft<AccessValues>({ project: '', level: privilegeLevel.member })
  const steps = useRecordSteps()
  const { project, level } = draft.values
  const save = useDraftSave({
    async send() {
      const added = { group: group.id, project, customer, privilegeLevel: level }
      return { access: await saveRecord(directoryGroupAccess, { draft: added }), opened: project }
    },
    invalidates: [directoryGroupAccess],
    onSaved({ access, opened }) {
      const name = data?.records.find(({ id }) => id === opened)?.name ?? opened
      steps.announce(t`${group.name} opens ${name}.`, additionStep(directoryGroupAccess, access), {
        isInHistory: false,
      })
    },
    leave: onClose,
  })
  return { draft, save, listed: data?.records, error }
}

/** Gives the people of a group a role in another project. */
export function AddGroupAccess({ group, customer, openedProjects, onClose }: AddGroupAccessProps) {
  const { i18n } = useI18n()
  const { t } = useLingui()
  const { draft, save, listed, error } = useNewAccess({ group, customer, onClose })
  const { project, level } = draft.values
  const choices = listed?.filter(({ id, isInactive }) => !isInactive && !openedProjects.includes(id))
  return (
    <FormDialog
      title={t`Add a project to ${group.name}`}
      isDirty={draft.isDirty}
      pending={firstPending({ what: t`Projects`, isLoaded: listed !== undefined, error })}
      save={save}
      isDisabled={project === ''}
      action={<Trans>Add</Trans>}
      onSubmit={() => project !== '' && save.save()}
      onClose={onClose}
    >
      <SelectField
        label={t`Project`}
        options={[
          {
            group: t`Projects`,
            items: (choices ?? []).map(({ id, name, externalId }) => ({
              value: id,
              label: externalId ? `${name} · ${externalId}` : name,
            })),
          },
        ]}
        value={project}
        onChange={(value) => draft.set('project', value)}
      />
      <LabelledSelect
        label={t`Role`}
        value={String(level)}
        options={levels.map((each) => ({ value: String(each), label: i18n._(roleLabel(each)) }))}
        onChange={(value) => draft.set('level', levels.find((each) => String(each) === value) ?? privilegeLevel.member)}
      />
    </FormDialog>
  )
}
