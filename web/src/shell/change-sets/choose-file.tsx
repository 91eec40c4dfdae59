import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { FileField } from '../../ui/file-field'
import { FormActions } from '../../ui/form-actions'
import styles from './choose-file.module.css'

interface ChooseFileProps {
  title: string
  /** Accepted file types, as an input's `accept`. */
  accept: string
  /** Maximum file size in bytes. */
  maxBytes: number
  /** Description of the expected content. */
  children: ReactNode
  /** The file's name, at most 200 characters of it, and its content in Base64, as change sets expect them. */
  onChosen(name: string, file: string): void
  onClose(): void
}

/** Dialog for choosing the file that a change set is planned from. */
export function ChooseFile({ title, accept, maxBytes, children, onChosen, onClose }: ChooseFileProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  const [isReading, setReading] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const isTooLarge = file !== undefined && file.size > maxBytes
  const megabytes = maxBytes / 1_024 / 1_024

  async function submit() {
    if (!file || isTooLarge) return
    setReading(true)
    // The browser refuses to read a file that was modified after it was chosen.
    const bytes = await base64Of(file).catch(() => undefined)
    setReading(false)
    setUnreadable(bytes === undefined)
    if (bytes !== undefined) onChosen(file.name.slice(-200), bytes)
  }

  return (
    <Dialog label={title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2>{title}</h2>
        <p className={styles.lead}>{children}</p>
        <FileField
          label={t`File`}
          error={
            isTooLarge ? (
              <Trans>At most {megabytes} MB.</Trans>
            ) : (
              isUnreadable && <Trans>This file can no longer be read. Choose it again.</Trans>
            )
          }
          accept={accept}
          file={file}
          onChoose={(chosen) => {
            setUnreadable(false)
            setFile(chosen)
          }}
        />
        <FormActions
          onCancel={onClose}
          isBusy={isReading}
          busyLabel={<Trans>Reading the file …</Trans>}
          isDisabled={!file || isTooLarge}
        >
          <Trans>Preview</Trans>
        </FormActions>
      </form>
    </Dialog>
  )
}

/** The content of a file in Base64, for JSON. */
function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
