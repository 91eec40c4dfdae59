import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  type ImportOrganizations,
  largestOrganizationFile,
  mostImported,
} from '@lintel/contract/people/organization-changes'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FileField } from '../../ui/file-field'
import styles from './choose-merge.module.css'
import form from './edit-organization.module.css'

interface ChooseImportProps {
  onPlan(input: ImportOrganizations): void
  onClose(): void
}

/** Which file organizations are imported from. */
export function ChooseImport({ onPlan, onClose }: ChooseImportProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  const [isReading, setReading] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const isTooLarge = file !== undefined && file.size > largestOrganizationFile

  async function submit() {
    if (!file || isTooLarge) return
    setReading(true)
    // A file that was saved again since it was chosen is not given out any more.
    const bytes = await base64Of(file).catch(() => undefined)
    setReading(false)
    setUnreadable(bytes === undefined)
    if (bytes !== undefined) onPlan({ file: bytes })
  }

  return (
    <Dialog label={t`Import organizations`} onClose={onClose}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2>
          <Trans>Import organizations</Trans>
        </h2>
        <p className={styles.words}>
          <Trans>
            A CSV file whose first line names its columns: name, number, country and externalId. Only the name is
            needed. An organization that is known by its external id or its name is changed, any other is added. At most{' '}
            <Plural value={mostImported} one="# row" other="# rows" />. Nothing is changed before you have seen every
            row.
          </Trans>
        </p>
        <FileField
          label={t`File`}
          error={
            isTooLarge ? (
              <Trans>At most 2 MB.</Trans>
            ) : (
              isUnreadable && <Trans>This file can no longer be read. Choose it again.</Trans>
            )
          }
          accept=".csv,.txt,.tsv,text/csv"
          file={file}
          onChoose={(chosen) => {
            setUnreadable(false)
            setFile(chosen)
          }}
        />
        <div className={form.answers}>
          <span className={form.apart} />
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={isReading} disabled={!file || isTooLarge}>
            <Trans>Preview</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The bytes of a file in Base64, which a JSON document can carry. */
function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
