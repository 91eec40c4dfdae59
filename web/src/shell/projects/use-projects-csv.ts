import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  exportProjectsCsv,
  omittedProjectsHeader,
  type projectCsvWords,
  projectsCsvName,
} from '@lintel/contract/exchange/projects-csv'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { fetchFileAndHeaders, saveFile } from '../../api/download'
import { lasting } from '../../api/saves-settled'
import { useSave } from '../../api/use-save'
import { type Arrangement, shownOf } from '../../ui/grid/arrangement'
import type { GridColumn } from '../../ui/grid/grid-column'
import { showToast } from '../../ui/toast'
import { filterOf, type ProjectState } from './project-states'
import { useStandingWords } from './use-project-state'

type Asked = CallBody<typeof exportProjectsCsv>
type SortBy = NonNullable<Asked['sort']>['by']

/** A grid of projects as a file. */
interface Wanted {
  /** Their ids are those of the file's columns. */
  columns: readonly GridColumn[]
  arrangement: Arrangement
  /** Undefined for all of them, for staff. */
  customer: string | undefined
  search: string
  state: ProjectState | undefined
  /** The owner's email; undefined for whoever owns them. */
  owner?: string | undefined
  /** Names for ids that stand in cells. */
  names?: Readonly<Record<string, string>>
}

const sortable: ReadonlySet<string> = new Set<SortBy>(['name', 'createdAt', 'externalId'])

/**
 * Saves the projects of a grid as `Projects.csv`: its visible columns in their order, in the reader's words (admin-console chapter 9). Says
 * how many it leaves out (contract §6).
 */
export function useProjectsCsv() {
  const { t } = useLingui()
  const words: Record<(typeof projectCsvWords)[number], string> = {
    yes: t`yes`,
    ...useStandingWords(),
  }
  const saving = useSave({
    work: lasting(async ({ columns, arrangement, customer, search, state, owner, names }: Wanted) => {
      const [sort] = arrangement.sort ?? []
      const body: Asked = {
        ...(customer !== undefined && { customer }),
        columns: shownOf(columns, arrangement).places.flatMap((place) => {
          const column = columns[place]
          return column ? [{ id: column.id, heading: column.title }] : []
        }),
        filter: { ...(search && { q: search }), ...(owner && { owner }), ...filterOf(state) },
        ...(sort && sortable.has(sort.id) && { sort: { by: sort.id as SortBy, isDescending: !sort.ascending } }),
        words: { ...words, ...names },
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }
      const { file, headers } = await fetchFileAndHeaders(exportProjectsCsv.path, body)
      saveFile(file, projectsCsvName)
      return { omittedProjects: Number(headers.get(omittedProjectsHeader)) }
    }),
    onSaved: (saved) =>
      saved.omittedProjects > 0 &&
      showToast({
        kind: 'done',
        text: t`${plural(saved.omittedProjects, { one: '# project asks for another sign-in and is left out', other: '# projects ask for another sign-in and are left out' })}`,
      }),
  })
  return { save: saving.mutate, isPending: saving.isPending }
}
