import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ChangeSetInput, largestAccessFile, mostChangeSetRows } from '@lintel/contract/people/change-set-inputs'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { FileField } from '../../ui/file-field'
import { FormActions } from '../../ui/form-actions'
import { toBase64 } from './to-base64'
import styles from './users-dialog.module.css'

interface UploadProps {
  onPlan(input: ChangeSetInput<'access-file'>): void
  onClose(): void
}

/** An access file: who gets which role where, from a spreadsheet. */
export function Upload({ onPlan, onClose }: UploadProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  const [isReading, setReading] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const isTooLarge = file !== undefined && file.size > largestAccessFile

  async function submit() {
    if (!file || isTooLarge) return
    setReading(true)
    // A file that was saved again since it was chosen is not given out any more.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    setReading(false)
    setUnreadable(!bytes)
    if (bytes) onPlan({ name: file.name.slice(-200), file: toBase64(new Uint8Array(bytes)) })
  }

  return (
    <Dialog label={t`Upload an access file`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2>
          <Trans>Upload an access file</Trans>
        </h2>
        <p className={styles.lead}>
          <Trans>
            A CSV or Excel file with the columns email, project, role and expiration (YYYY-MM-DD or empty). A project is
            named by its number or its name. At most <Plural value={mostChangeSetRows} one="# row" other="# rows" />.
            Nothing is changed before you have seen every row.
          </Trans>
        </p>
        <FileField
          label={t`File`}
          error={
            isTooLarge ? (
              <Trans>At most 8 MB.</Trans>
            ) : (
              isUnreadable && <Trans>This file can no longer be read. Choose it again.</Trans>
            )
          }
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          file={file}
          onChoose={(chosen) => {
            setUnreadable(false)
            setFile(chosen)
          }}
        />
        <FormActions
          onCancel={onClose}
          isBusy={isReading}
          busyWords={<Trans>Reading the file …</Trans>}
          isDisabled={!file || isTooLarge}
        >
          <Trans>Preview</Trans>
        </FormActions>
      </form>
    </Dialog>
  )
}
