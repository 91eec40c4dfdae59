import { Trans, useLingui } from '@lingui/react/macro'
import { maxDirectoryArchiveBytes } from '@lintel/contract/people/ad-import'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import type { ImportDomain } from '../../shell/import-domains'
import { EmptyState } from '../../ui/empty-state'
import { FileField } from '../../ui/file-field'
import { FormActions } from '../../ui/form-actions'
import { LabelledSelect } from '../../ui/labelled-select'
import { Progress } from '../../ui/progress'
import { SelectField } from '../../ui/select-field'
import { DirectoryGroups } from './directory-groups'
import styles from './directory-import.module.css'
import type { ImportFormValues, ImportInput } from './import-calls'
import { ImportFailed } from './import-failed'
import { ImportRules } from './import-rules'
import { RecentImports } from './recent-imports'

interface ImportFormProps {
  customer: string | undefined
  /** Undefined until loaded. */
  domains: readonly ImportDomain[] | undefined
  isOfStaff: boolean
  /** Why the domains could not be loaded. */
  pending: Error | null
  values: ImportFormValues
  /** Share of the file that is uploaded, 0 to 1; undefined while no upload is running. */
  uploadedPart: number | undefined
  /** Why the dry run failed. */
  failure: Error | null
  onChange(change: ImportFormValues): void
  onSubmit(values: ImportInput): void
  onPlan(id: string): void
}

const megabytes = maxDirectoryArchiveBytes / 1_024 / 1_024

/** The upload form with files and domain, above the list of recent imports. */
export function ImportForm({ domains, isOfStaff, pending, customer, ...props }: ImportFormProps) {
  return (
    <Loaded data={domains} error={pending} rows={6}>
      {(known) =>
        known.length === 0 ? (
          <EmptyState title={<Trans>This customer has no verified domain</Trans>}>
            <p>
              <Trans>A directory is imported by the email domain of its people. A domain is verified first.</Trans>
            </p>
            <p>
              <Link to="/security" search={isOfStaff && customer !== undefined ? { customer } : {}}>
                <Trans>Add and verify a domain</Trans>
              </Link>
            </p>
          </EmptyState>
        ) : (
          <ImportFormFields {...props} {...{ customer, isOfStaff }} domains={known} />
        )
      }
    </Loaded>
  )
}

function ImportFormFields({
  customer,
  domains,
  isOfStaff,
  values,
  uploadedPart,
  failure,
  onChange,
  onSubmit,
  onPlan,
}: Omit<ImportFormProps, 'domains' | 'pending'> & { domains: readonly ImportDomain[] }) {
  const { t } = useLingui()
  const [isMissing, setMissing] = useState(false)
  const { file } = values
  const chosen =
    domains.find(({ domain }) => domain === values.domain) ?? (domains.length === 1 ? domains[0] : undefined)
  const owner = customer ?? chosen?.customer
  const isTooLarge = file !== undefined && file.size > maxDirectoryArchiveBytes
  const isBusy = uploadedPart !== undefined
  const customers = [...new Set(domains.map(({ name }) => name))]

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy || isTooLarge) return
    setMissing(!file || !chosen)
    if (file && chosen) onSubmit({ file, domain: chosen.domain })
  }

  return (
    <div className={styles.start}>
      <form className={styles.form} onSubmit={submit} aria-busy={isBusy || undefined}>
        {failure && <ImportFailed error={failure} />}
        {/* The fields are disabled during an upload: they show what is being sent. */}
        <fieldset className={styles.fields} disabled={isBusy}>
          <FileField
            label={t`Files of the directory (ZIP)`}
            hint={t`At most ${megabytes} MB.`}
            accept=".zip,application/zip"
            file={file}
            onChoose={(chosenFile) => {
              setMissing(false)
              onChange({ file: chosenFile })
            }}
            error={
              isTooLarge ? <Trans>At most {megabytes} MB.</Trans> : isMissing && !file && <Trans>Choose a file.</Trans>
            }
          />
          {customers.length > 1 ? (
            <SelectField
              label={t`Domain`}
              options={customers.map((name) => ({
                group: name,
                items: domains
                  .filter((each) => each.name === name)
                  .map(({ domain }) => ({ value: domain, label: domain })),
              }))}
              value={chosen?.domain ?? ''}
              error={isMissing && !chosen && <Trans>Choose a domain.</Trans>}
              onChange={(domain) => onChange({ domain })}
            />
          ) : (
            <LabelledSelect
              label={t`Domain`}
              hint={t`Only people with an address of this domain are touched.`}
              value={chosen?.domain ?? ''}
              options={[
                ...(chosen ? [] : [{ value: '', label: t`Choose a domain` }]),
                ...domains.map(({ domain }) => ({ value: domain, label: domain })),
              ]}
              error={isMissing && !chosen && <Trans>Choose a domain.</Trans>}
              onChange={(domain) => onChange({ domain })}
            />
          )}
        </fieldset>
        {isBusy && <Progress label={t`Directory import`} done={uploadedPart} total={uploadedPart < 1 ? 1 : 0} />}
        <FormActions
          place="start"
          isBusy={isBusy}
          isDisabled={isTooLarge}
          busyLabel={uploadedPart === 1 ? <Trans>Reading the files …</Trans> : <Trans>Uploading …</Trans>}
        >
          <Trans>Preview</Trans>
        </FormActions>
      </form>
      <ImportRules isOfStaff={isOfStaff} />
      <RecentImports customer={owner} onOpen={onPlan} />
      {owner !== undefined && <DirectoryGroups customer={owner} />}
    </div>
  )
}
