import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { FileField } from '../../ui/file-field'
import { FormActions } from '../../ui/form-actions'
import styles from './choose-file.module.css'

interface ChooseFileProps {
  title: string
  /** What the file may be, as an input's `accept`. */
  accept: string
  /** The largest file, in bytes. */
  largest: number
  /** What the file is to hold. */
  children: ReactNode
  /** The file's name, at most 200 characters of it, and its bytes in Base64, as a change set takes them. */
  onChosen(name: string, file: string): void
  onClose(): void
}

/** Which file a change set is planned from. */
export function ChooseFile({ title, accept, largest, children, onChosen, onClose }: ChooseFileProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  const [isReading, setReading] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const isTooLarge = file !== undefined && file.size > largest
  const megabytes = largest / 1_024 / 1_024

  async function submit() {
    if (!file || isTooLarge) return
    setReading(true)
    // A file that was saved again since it was chosen is not given out any more.
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
          busyWords={<Trans>Reading the file …</Trans>}
          isDisabled={!file || isTooLarge}
        >
          <Trans>Preview</Trans>
        </FormActions>
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
