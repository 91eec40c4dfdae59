import { Trans, useLingui } from '@lingui/react/macro'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failedAtField } from '../../api/field-errors'
import { DraftForm } from '../../api/form/draft-form'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useMethodNames } from '../../api/form/use-login-methods'
import { firstDetail, useRecordDraft } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { useLiveRecord } from '../../api/use-live-record'
import { allFeatures } from '../../shell/projects/all-features'
import { useProjectState } from '../../shell/projects/use-project-state'
import { RecordPage, RecordSection } from '../../shell/records/record-page'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import styles from './edit-project.module.css'
import { MoveNotice, useMoveEffects } from './move-notice'
import { ProjectActions } from './project-actions'
import { projectPatch, projectRules, projectValues, useProjectLabels } from './project-fields'
import { ProjectFigures } from './project-figures'
import { ProjectMembers, useMembers } from './project-members'
import { ProjectFeatures, ProjectIdentity, ProjectOwnership, ProjectSignIn } from './project-sections'
import { customerNames } from './projects'

interface EditProjectProps {
  id: string
  /** Returns to the list. */
  onClose(): void
}

/** The project form for staff (admin-console chapter 2). */
export function EditProject({ id, onClose }: EditProjectProps) {
  const [customer, setCustomer] = useState<string>()
  const { record } = useLiveRecord(projects, id, customer)
  // Subscribe to the events of the customer that the project belongs to now.
  if (record?.customer && record.customer !== customer) setCustomer(record.customer)
  return <ProjectForm id={id} current={record} customer={customer} onClose={onClose} />
}

interface ProjectFormProps extends EditProjectProps {
  current: Project | undefined
  customer: string | undefined
}

function ProjectForm({ id, current, customer, onClose }: ProjectFormProps) {
  const { t } = useLingui()
  const labels = useProjectLabels()
  const stateOf = useProjectState()
  const { names } = useMethodNames()
  const { data: listedCustomers } = useQuery(customerNames)
  const { data: listedFeatures } = useQuery(allFeatures)
  const members = useMembers(id)
  const features = listedFeatures?.records ?? []
  const customerOf = (id: string) => listedCustomers?.records.find((each) => each.id === id)?.name ?? id
  const featureOf = (id: string) => features.find((each) => each.id === id)?.name ?? id

  const steps = useRecordSteps()
  const { draft, form, save } = useRecordDraft({
    resource: projects,
    // A former owner stays an admin, and a project that moves loses the access of groups and its trial.
    isIrreversible: (field) => field === 'owner' || field === 'customer',
    id,
    current,
    about: current?.name,
    customer,
    valuesOf: projectValues,
    patchOf: projectPatch,
    schema: projectRules,
    label: (field) => labels[field],
    textOf: (field, value) => {
      if (field === 'customer') return customerOf(String(value))
      if (typeof value === 'string') return value
      return value.map(field === 'providers' ? names.of : featureOf).join(', ')
    },
    onSaved({ record: { name: title }, step }) {
      if (step) steps.announce(t`${title} is saved.`, step)
    },
    leave: onClose,
  })
  const { values } = draft
  const { question } = useLeaveGuard(draft.isDirty, { isSaving: save.isSaving })
  const move = useMoveEffects(id, current && values.customer !== current.customer ? values.customer : undefined)
  const detail = firstDetail(save.error)
  const isOwnerUnknown = failedAtField(save.error, 'owner', 'unknownReference')
  const owner = values.owner.trim()

  return (
    <RecordPage
      title={current?.name ?? values.name}
      state={current && <span className={styles.state}>{stateOf(current).join(' · ')}</span>}
    >
      {current?.isHibernated && (
        <Notice title={<Trans>This project hibernates</Trans>}>
          <p>
            {current.isInactive ? (
              <Trans>It can be read only. Restore it and wake it up to change it.</Trans>
            ) : (
              <Trans>It can be read only. Wake it up to change it.</Trans>
            )}
          </p>
        </Notice>
      )}
      <DraftForm
        save={save}
        problem={
          isOwnerUnknown
            ? t`Unable to find new owner: ${owner}`
            : detail && t`Unable to Updated project reason: ${detail}`
        }
        conflicts={form.conflicts}
        deletedNotice={draft.isDeleted && <Trans>This project is gone</Trans>}
        onSubmit={(event) => {
          if (!draft.isDirty) return onClose()
          if (form.check(event)) save.save()
        }}
        actions={
          <FormActions
            onCancel={onClose}
            isBusy={save.isSaving}
            isDisabled={!form.isValid || draft.isDeleted || current?.isHibernated === true || move.isLoading}
          >
            <Trans>OK</Trans>
          </FormActions>
        }
      >
        <ProjectIdentity form={form} />
        <ProjectOwnership {...{ draft, form }} proposedOwners={members.records?.map(({ email }) => email)}>
          <MoveNotice
            {...move}
            from={customerOf(current?.customer ?? '')}
            to={customerOf(values.customer)}
            names={names}
          />
        </ProjectOwnership>
        <ProjectFeatures {...{ draft, form, features }} />
        <ProjectSignIn {...{ draft, form }} />
      </DraftForm>
      {current && (
        <>
          <RecordSection title={<Trans>Statistics</Trans>}>
            <ProjectFigures project={current} />
          </RecordSection>
          <RecordSection title={<Trans>Members</Trans>}>
            <ProjectMembers {...members} timeZone={current.timeZone} />
          </RecordSection>
          <RecordSection title={<Trans>Life of the project</Trans>}>
            <ProjectActions project={current} />
          </RecordSection>
        </>
      )}
      {question}
    </RecordPage>
  )
}
