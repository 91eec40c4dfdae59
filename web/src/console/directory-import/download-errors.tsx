import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { rowConflict } from '@lintel/contract/people/row-conflicts'
import { saveFile } from '../../api/download'
import { longRunning } from '../../api/saves-settled'
import { useSave } from '../../api/use-save'
import { conflictTexts } from '../../shell/change-sets/change-set-labels'
import { Button } from '../../ui/button'
import styles from './directory-import.module.css'
import { fetchErrors } from './import-calls'

interface DownloadErrorsProps {
  set: ChangeSet
  /** The archive of the plan; undefined where this window did not send it. */
  archive: File | undefined
}

/** Downloads the files of an import with a column that says what is wrong with each line, under the name of the archive, to mend and send again. */
export function DownloadErrors({ set: { id, summary }, archive }: DownloadErrorsProps) {
  const { i18n } = useI18n()
  const { t } = useLingui()
  const download = useSave({
    work: longRunning(async (file: File) => {
      const found = rowConflict.options.filter((reason) => summary.conflicts[reason] !== undefined)
      const reasons = Object.fromEntries(found.map((reason) => [reason, i18n._(conflictTexts[reason])]))
      saveFile(await fetchErrors(id, file, { heading: t`What is wrong`, reasons }), file.name)
    }),
  })
  if (!archive)
    return (
      <p className={styles.none}>
        <Trans>Preview the files again to download them with their errors.</Trans>
      </p>
    )
  return (
    <span className={styles.answers}>
      <Button busy={download.isPending} onClick={() => download.mutate(archive)}>
        <Trans>Download with errors</Trans>
      </Button>
    </span>
  )
}
