/** The OData types (CSDL 4.01, chapter 3) used by the tables. */
export type EdmType = 'String' | 'Guid' | 'Int32' | 'Int64' | 'Boolean' | 'DateTimeOffset' | 'Date'

/** A column of a table: one value, a record, or a list of either. */
export interface FeedColumn {
  type: EdmType | RecordType
  isNullable: boolean
  isList: boolean
}

/** The types of records nested in columns. */
export type RecordType = 'PeopleByLevel' | 'ChecklistItem' | 'Membership'

const single = (type: FeedColumn['type']): FeedColumn => ({ type, isNullable: false, isList: false })
const optional = (type: EdmType): FeedColumn => ({ type, isNullable: true, isList: false })
const list = (type: FeedColumn['type']): FeedColumn => ({ type, isNullable: false, isList: true })

const text = single('String')
const guid = single('Guid')
const whole = single('Int32')
const large = single('Int64')
const flag = single('Boolean')
const instant = single('DateTimeOffset')
const textOrNone = optional('String')
const guidOrNone = optional('Guid')
const wholeOrNone = optional('Int32')
const instantOrNone = optional('DateTimeOffset')
const texts = list('String')

/** The columns of nested records. */
export const feedRecords = {
  PeopleByLevel: {
    guest: whole,
    member: whole,
    workflowsAdmin: whole,
    admin: whole,
    customerAdmin: whole,
    owner: whole,
  },
  ChecklistItem: { title: text, type: text },
  Membership: {
    project: guid,
    projectName: text,
    privilegeLevel: whole,
    expirationDate: instantOrNone,
    accessUntil: instantOrNone,
    lastLogin: instantOrNone,
  },
} as const satisfies Record<RecordType, Record<string, FeedColumn>>

/** A table for reports: its columns, and its key columns. */
export interface FeedTable {
  /** Name of the entity type in the metadata. */
  entity: string
  key: readonly string[]
  columns: Readonly<Record<string, FeedColumn>>
}

/** The tables of a customer for reporting tools: over OData, and by the Power Query text (contract §6). */
export const feedTables = {
  projectStatistics: {
    entity: 'ProjectStatistic',
    key: ['id'],
    columns: {
      id: guid,
      project: guid,
      customer: guid,
      name: text,
      externalId: textOrNone,
      status: text,
      creationState: textOrNone,
      isInactive: flag,
      isLibrary: flag,
      numUsers: whole,
      numUsersByLevel: single('PeopleByLevel'),
      numBuildings: whole,
      numGroups: whole,
      numDocuments: whole,
      numFolders: whole,
      numIfc: whole,
      numIfcModels: whole,
      numTemplates: whole,
      numActualTopics: whole,
      numOpenTopics: whole,
      numDoneTopics: whole,
      numClosedTopics: whole,
      numChecklists: whole,
      numSpaces: whole,
      customFloorplans: whole,
      ifcFileSize: large,
      error: textOrNone,
      features: texts,
      fromTemplateId: guidOrNone,
      publicTemplateOrder: wholeOrNone,
      isHibernated: flag,
      createdAt: instant,
      deletedAt: instantOrNone,
    },
  },
  projects: {
    entity: 'Project',
    key: ['id'],
    columns: {
      id: guid,
      name: text,
      projectUri: text,
      description: textOrNone,
      externalId: textOrNone,
      customer: guid,
      owner: textOrNone,
      features: texts,
      providers: texts,
      status: text,
      crashedAt: instantOrNone,
      creationState: textOrNone,
      isHibernated: flag,
      isInactive: flag,
      isLibrary: flag,
      templateProjectId: guidOrNone,
      projectTemplateId: guidOrNone,
      salesforceAccountId: textOrNone,
      salesforceAccountName: textOrNone,
      salesforceProjectId: textOrNone,
      trialEndsAt: instantOrNone,
      privilegeLevel: wholeOrNone,
      timeZone: text,
      createdAt: instant,
      updatedAt: instant,
      deletedAt: instantOrNone,
    },
  },
  topics: {
    entity: 'Topic',
    key: ['id'],
    columns: {
      id: guid,
      project: guid,
      number: whole,
      title: text,
      text,
      workflow: guid,
      workflowName: text,
      state: text,
      stateKind: text,
      stateSince: instant,
      priority: text,
      dueDate: optional('Date'),
      labels: texts,
      assignee: textOrNone,
      bcfGuid: guid,
      isDeleted: flag,
      createdAt: instant,
      updatedAt: instant,
    },
  },
  checklists: {
    entity: 'Checklist',
    key: ['id'],
    columns: {
      id: guid,
      project: guid,
      name: text,
      appliesTo: text,
      isRepeatable: flag,
      workflow: guidOrNone,
      items: list('ChecklistItem'),
      notStarted: whole,
      inProgress: whole,
      done: whole,
      createdAt: instant,
      updatedAt: instant,
    },
  },
  classifications: {
    entity: 'Classification',
    key: ['project', 'classification'],
    columns: { project: guid, projectName: text, classification: text, models: whole, objects: large },
  },
  users: {
    entity: 'User',
    key: ['email'],
    columns: {
      email: text,
      name: text,
      givenName: text,
      familyName: text,
      title: textOrNone,
      phone: textOrNone,
      organization: text,
      customerAdmin: flag,
      memberships: list('Membership'),
    },
  },
} as const satisfies Record<string, FeedTable>

export type FeedTableName = keyof typeof feedTables

export const feedTableNames = Object.keys(feedTables) as FeedTableName[]

/** The table with an untrusted name; undefined if there is none. */
export const feedTableOf = (name: string): FeedTable | undefined =>
  Object.hasOwn(feedTables, name) ? feedTables[name as FeedTableName] : undefined

/** True for a column with a single scalar value, which can be compared and sorted. */
export const isPlain = ({ type, isList }: FeedColumn): boolean => !isList && !Object.hasOwn(feedRecords, type)

/** The scalar columns of a table by the names used in filters: those of a nested record follow a slash. */
export function plainColumns({ columns }: Pick<FeedTable, 'columns'>): Map<string, FeedColumn> {
  const plain = new Map<string, FeedColumn>()
  for (const [name, column] of Object.entries(columns)) {
    if (isPlain(column)) plain.set(name, column)
    else if (!column.isList) {
      const record: Record<string, FeedColumn> = feedRecords[column.type as RecordType]
      for (const [part, inner] of Object.entries(record)) plain.set(`${name}/${part}`, inner)
    }
  }
  return plain
}
