import { Trans, useLingui } from '@lingui/react/macro'
import type { Feature } from '@lintel/contract/projects/features'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import type { FormDraft } from '../../api/form/use-draft'
import type { useFormFields } from '../../api/form/use-form-fields'
import { useInheritedMethods } from '../../api/form/use-login-methods'
import { RecordSection } from '../../shell/records/record-page'
import { Checkbox } from '../../ui/checkbox'
import { TextArea, TextField } from '../../ui/field'
import { Fieldset } from '../../ui/fieldset'
import { SelectField } from '../../ui/select-field'
import styles from './edit-project.module.css'
import { type ProjectValues, useProjectLabels } from './project-fields'
import { customerNames } from './projects'

/** Props shared by the sections of the form. */
interface ProjectSectionProps {
  draft: FormDraft<ProjectValues>
  form: ReturnType<typeof useFormFields<ProjectValues>>
}

/** Name, number and description of a project. */
export function ProjectIdentity({ form }: Pick<ProjectSectionProps, 'form'>) {
  const { t } = useLingui()
  const labels = useProjectLabels()
  return (
    <RecordSection title={<Trans>Project</Trans>}>
      <TextField {...form.field('name')} label={labels.name} required autoComplete="off" dir="auto" autoFocus />
      <TextField
        {...form.field('externalId')}
        label={labels.externalId}
        optional={t`optional`}
        autoComplete="off"
        dir="auto"
      />
      <TextArea {...form.field('description')} label={labels.description} optional={t`optional`} dir="auto" />
    </RecordSection>
  )
}

interface ProjectOwnershipProps extends ProjectSectionProps {
  /** The emails of the members, which are proposed as owners; undefined until they are loaded. */
  proposedOwners: readonly string[] | undefined
  /** The effects of a move to the chosen customer. */
  children: ReactNode
}

/** Customer and owner of a project. */
export function ProjectOwnership({ draft: { values, set }, form, proposedOwners, children }: ProjectOwnershipProps) {
  const { t } = useLingui()
  const labels = useProjectLabels()
  const { data: customers, error } = useQuery(customerNames)
  return (
    <RecordSection title={<Trans>Belongs to</Trans>}>
      <Loaded data={customers?.records} error={error} what={t`Customers`} rows={1}>
        {(listed) => (
          <SelectField
            label={labels.customer}
            hint={form.note('customer')}
            error={form.wrong('customer')}
            options={[{ group: t`Customers`, items: listed.map(({ id, name }) => ({ value: id, label: name })) }]}
            value={values.customer}
            onChange={(chosen) => set('customer', chosen)}
          />
        )}
      </Loaded>
      {children}
      <TextField
        {...form.field('owner')}
        label={labels.owner}
        hint={form.note('owner') ?? t`The email of the new owner. Whoever owns it now stays as an admin.`}
        required
        inputMode="email"
        list="project-owners"
        autoComplete="off"
      />
      <datalist id="project-owners">
        {proposedOwners?.map((email) => (
          <option key={email} value={email} />
        ))}
      </datalist>
    </RecordSection>
  )
}

/** The features of a project, of all `features` that exist. */
export function ProjectFeatures({
  draft: { values, set },
  form,
  features,
}: ProjectSectionProps & { features: readonly Feature[] }) {
  const labels = useProjectLabels()
  const toggle = (list: readonly string[], each: string, isChosen: boolean) =>
    isChosen ? [...list, each] : list.filter((other) => other !== each)
  return (
    <RecordSection title={labels.features}>
      <Fieldset legend={<span className="said-only">{labels.features}</span>}>
        <div className={styles.features}>
          {features.map((feature) => (
            <Checkbox
              key={feature.id}
              label={feature.name}
              checked={values.features.includes(feature.id)}
              onChange={({ target }) => set('features', toggle(values.features, feature.id, target.checked))}
            />
          ))}
        </div>
        {form.note('features') && <p>{form.note('features')}</p>}
      </Fieldset>
    </RecordSection>
  )
}

/** The login methods of a project, which may narrow those of its customer. */
export function ProjectSignIn({ draft: { values, set }, form }: ProjectSectionProps) {
  const { ids, names, methodsOf, loadState } = useInheritedMethods(values.customer)
  return (
    <RecordSection title={<Trans>Signing in</Trans>}>
      <Loaded data={loadState.isLoaded || undefined} error={loadState.error} what={loadState.what} rows={2}>
        {() => (
          <LoginMethodsField
            ids={ids}
            names={names}
            value={values.providers}
            inherited={methodsOf()}
            note={form.note('providers') ?? form.wrong('providers')}
            onChange={(methods) => set('providers', methods)}
          />
        )}
      </Loaded>
    </RecordSection>
  )
}
