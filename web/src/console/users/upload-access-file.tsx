import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ChangeSetInput, maxAccessFileBytes, mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { ChooseFile } from '../../shell/change-sets/choose-file'

interface UploadAccessFileProps {
  onPlan(input: ChangeSetInput<'access-file'>): void
  onClose(): void
}

/** Uploads a spreadsheet with roles of people in projects. */
export function UploadAccessFile({ onPlan, onClose }: UploadAccessFileProps) {
  const { t } = useLingui()
  return (
    <ChooseFile
      title={t`Upload an access file`}
      accept=".csv,.txt,.tsv,.xlsx,text/csv"
      maxBytes={maxAccessFileBytes}
      onChosen={(name, file) => onPlan({ name, file })}
      onClose={onClose}
    >
      <Trans>
        A CSV or Excel file with the columns email, project, role and end date (YYYY-MM-DD or empty). A project is named
        by its number or its name. At most <Plural value={mostFileRows} one="# row" other="# rows" />. Nothing is
        changed before you have seen every row.
      </Trans>
    </ChooseFile>
  )
}
