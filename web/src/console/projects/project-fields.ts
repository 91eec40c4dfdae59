import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { Feature } from '@lintel/contract/projects/features'
import { type Project, type ProjectPatch, projects } from '@lintel/contract/projects/projects'
import { z } from 'zod'
import type { MethodNames } from '../../api/form/login-methods'
import { patchOf, textOrNull } from '../../api/form/record-fields'
import { useProjectState } from '../../shell/projects/use-project-state'
import type { RecordColumn } from '../../ui/grid/record-grid'

/** Form values of a project. */
export interface ProjectValues {
  name: string
  externalId: string
  description: string
  customer: string
  /** Email of the owner. */
  owner: string
  features: readonly string[]
  providers: readonly string[]
}

const { shape } = projects.fields

/** Form schema, derived from the contract; owner and customer are required. */
export const projectRules = z.object({
  name: shape.name,
  externalId: textOrNull(shape.externalId),
  description: textOrNull(shape.description),
  customer: z.string().min(1, 'required'),
  owner: z.string().trim().min(1, 'required'),
})

/** Form values of a project or of its audit log snapshot. */
export function projectValues(record: object | undefined): ProjectValues {
  const { name, externalId, description, customer, owner, features, providers } = (record ?? {}) as Partial<Project>
  return {
    name: name ?? '',
    externalId: externalId ?? '',
    description: description ?? '',
    customer: customer ?? '',
    owner: owner ?? '',
    features: features ?? [],
    providers: providers ?? [],
  }
}

/** Patch of changed form values. */
export const projectPatch = (values: Partial<ProjectValues>): ProjectPatch => ({
  ...patchOf(values),
  ...(values.owner !== undefined && { owner: values.owner.trim().toLowerCase() }),
})

/** Labels of the fields of a project. */
export function useProjectLabels() {
  const { t } = useLingui()
  return {
    name: t`Name`,
    externalId: t`External id`,
    description: t`Description`,
    customer: t`Customer`,
    owner: t`Owner`,
    features: t`Features`,
    providers: t`Login methods`,
    state: t`State`,
    createdAt: t`Created`,
    deletedAt: t`Deleted`,
  }
}

interface GridNames {
  /** Names of customers by id. */
  customers: ReadonlyMap<string, string>
  methods: MethodNames
  features: readonly Feature[]
}

/** Columns of the grid: the fields, then one for each feature. The server can sort by three of them. */
export function useProjectColumns({ customers, methods, features }: GridNames): RecordColumn<Project>[] {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const labels = useProjectLabels()
  const stateOf = useProjectState()
  const day = (instant: string | null) => (instant ? i18n.date(new Date(instant), { dateStyle: 'medium' }) : '')
  const column = (
    id: Exclude<keyof ReturnType<typeof useProjectLabels>, 'features'>,
    width: number,
    value: (project: Project) => string,
    more: Partial<RecordColumn<Project>> = { isSortable: false },
  ): RecordColumn<Project> => ({ id, title: labels[id], width, value, ...more })
  return [
    column('name', 280, ({ name }) => name, { isPinned: true, isRowHeader: true, canHide: false }),
    column('externalId', 120, ({ externalId }) => externalId ?? '', {}),
    column('customer', 200, ({ customer }) => customers.get(customer ?? '') ?? ''),
    column('owner', 220, ({ owner }) => owner ?? ''),
    column('state', 160, (project) => stateOf(project).join(', ')),
    column('createdAt', 120, ({ createdAt }) => day(createdAt), {}),
    column('deletedAt', 120, ({ deletedAt }) => day(deletedAt), { isHidden: true, isSortable: false }),
    column('description', 280, ({ description }) => description ?? '', { isHidden: true, isSortable: false }),
    column('providers', 200, ({ providers }) => providers.map(methods.of).join(', '), {
      isHidden: true,
      isSortable: false,
    }),
    ...features.map(
      ({ id, name }): RecordColumn<Project> => ({
        id,
        title: name,
        width: 100,
        isSortable: false,
        value: (project) => (project.features.includes(id) ? t`yes` : ''),
      }),
    ),
  ]
}
