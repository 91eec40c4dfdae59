import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  exportProjectsCsv,
  omittedProjectsHeader,
  type projectCsvLabels,
  projectCsvSorts,
  projectsCsvName,
} from '@lintel/contract/exchange/projects-csv'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { fetchFileAndHeaders, saveFile } from '../../api/download'
import { longRunning } from '../../api/saves-settled'
import { useSave } from '../../api/use-save'
import { type Arrangement, visibleColumns } from '../../ui/grid/arrangement'
import type { GridColumn } from '../../ui/grid/grid-column'
import { showToast } from '../../ui/toast'
import { filterOf, type ProjectState } from './project-states'
import { useProjectStateLabels } from './use-project-state'

type ProjectsExport = CallBody<typeof exportProjectsCsv>

/** Options of exporting a grid of projects. */
interface ProjectsExportOptions {
  /** Their ids are the file's columns. */
  columns: readonly GridColumn[]
  arrangement: Arrangement
  /** Undefined for all customers, for staff. */
  customer: string | undefined
  search: string
  state: ProjectState | undefined
  /** The owner's email; undefined for any owner. */
  owner?: string | undefined
  /** Names of ids in cells. */
  names?: Readonly<Record<string, string>>
}

/** The sort keys that the server can apply. */
const sortKeysOf = ({ sort = [] }: Arrangement) =>
  sort.flatMap(({ id, ascending }) => {
    const by = projectCsvSorts.find((field) => field === id)
    return by ? [{ by, isDescending: !ascending }] : []
  })

/**
 * Downloads the projects of a grid as `Projects.csv`: its visible columns in their order, in the reader's language
 * (admin-console chapter 9). Reports how many were omitted (contract §6).
 */
export function useProjectsCsv() {
  const { t } = useLingui()
  const words: Record<(typeof projectCsvLabels)[number], string> = {
    yes: t`yes`,
    ...useProjectStateLabels(),
  }
  const saving = useSave({
    work: longRunning(
      async ({ columns, arrangement, customer, search, state, owner, names }: ProjectsExportOptions) => {
        const body: ProjectsExport = {
          ...(customer !== undefined && { customer }),
          columns: visibleColumns(columns, arrangement).columnIndexes.flatMap((place) => {
            const column = columns[place]
            return column ? [{ id: column.id, heading: column.title }] : []
          }),
          filter: { ...(search && { q: search }), ...(owner && { owner }), ...filterOf(state) },
          sort: sortKeysOf(arrangement),
          words: { ...words, ...names },
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }
        const { file, headers } = await fetchFileAndHeaders(exportProjectsCsv.path, body)
        saveFile(file, projectsCsvName)
        return { omittedProjects: Number(headers.get(omittedProjectsHeader)) }
      },
    ),
    onSaved: (saved) =>
      saved.omittedProjects > 0 &&
      showToast({
        kind: 'done',
        text: t`${plural(saved.omittedProjects, { one: '# project asks for another sign-in and is left out', other: '# projects ask for another sign-in and are left out' })}`,
      }),
  })
  return { save: saving.mutate, isPending: saving.isPending }
}
