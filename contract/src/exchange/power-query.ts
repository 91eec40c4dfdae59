import { exportChecklists, exportTopics } from '../content/content-exports'
import { refresh } from '../identity/login'
import { tokenLifetimeSeconds } from '../identity/tokens'
import { listAddress } from '../jsonapi/query'
import { minAdminLevel } from '../people/privilege-levels'
import { startProject } from '../projects/project-lifecycle'
import { projects } from '../projects/projects'
import { type FeedColumn, type FeedTable, type FeedTableName, feedTables, isPlain } from './feed-tables'
import { exportClassifications, exportProjectStats } from './statistics-exports'
import { exportUsersJson } from './users-export'

/** The input of the Power Query text. */
export interface PowerQueryOptions {
  /** The address of the installation: `https://app.example.com`. */
  origin: string
  customer: string
  customerName: string
  /** The bearer issued with the feed token. It is posted along with it, and may have expired by then. */
  accessToken: string
  /** The secret of the feed token: it does not rotate, since a query uses it repeatedly. */
  refreshToken: string
}

/** Seconds between starting a project and reading it (admin-console chapter 4). */
const startSeconds = 2

/** Seconds after which the query gets a new id token: the rest of its lifetime is for what may delay a request. */
const renewedAfterSeconds = tokenLifetimeSeconds - 120

/** Quotes a text as an M text literal (Power Query M, 2.3.5.2). */
export const mText = (text: string): string =>
  `"${text
    .replaceAll('"', '""')
    .replaceAll('#(', '#(#)(')
    .replaceAll('\r', '#(cr)')
    .replaceAll('\n', '#(lf)')
    .replaceAll('\t', '#(tab)')}"`

const types: Readonly<Record<string, string>> = {
  String: 'type text',
  Guid: 'type text',
  Int32: 'Int64.Type',
  Int64: 'Int64.Type',
  Boolean: 'type logical',
  DateTimeOffset: 'type datetimezone',
  Date: 'type date',
}

const typeOf = (column: FeedColumn) => (isPlain(column) ? (types[column.type] ?? 'type any') : 'type any')

function columnsOf(name: FeedTableName): string {
  const { columns }: FeedTable = feedTables[name]
  return `{${Object.entries(columns)
    .map(([column, declared]) => `{${mText(column)}, ${typeOf(declared)}}`)
    .join(', ')}}`
}

/** The path of a call without its leading slash, with which `RelativePath` would discard the base. */
const relative = (path: string) => mText(path.slice(1).split('?')[0] ?? '')
const prefixOf = (path: string) => mText(path.slice(1, path.indexOf('{')))
const suffixOf = (path: string) => mText(path.slice(path.indexOf('}') + 1))
const ofProject = (path: string) => `${prefixOf(path)} & project[id] & ${suffixOf(path)}`

/** M code that posts the feed token and its bearer, by their names in M, and returns an id token (admin-console chapter 7). */
const newIdToken = (base: string) =>
  `Json.Document(Web.Contents(${base}, [RelativePath = ${relative(refresh.path)}, Headers = [#"Content-Type" = "application/json"], Content = Json.FromValue([refreshToken = RefreshToken, token = Token]), IsRetry = true]))[idToken]`

/**
 * The text to paste into an empty query of Excel or Power BI: the typed tables of a customer. It renews its bearer by the feed token before
 * that ends, since outside of connectors Power Query handles 401 and 403 itself: it asks for credentials. M has no state, but evaluates a
 * name once: each turn of `IdTokens` has one id token. Stopped projects are started and waited for; hibernated ones are read as they are by
 * those who administer them. The refresh service of Power BI requires the same literal base address in each call of `Web.Contents`, with
 * everything variable in `RelativePath` and `Query`.
 */
export function powerQueryText({
  origin,
  customer,
  customerName,
  accessToken,
  refreshToken,
}: PowerQueryOptions): string {
  const base = mText(origin)
  const listed = relative(listAddress(projects))
  return `let
    Customer = [id = ${mText(customer)}, name = ${mText(customerName)}],
    RefreshToken = ${mText(refreshToken)},
    Token = ${mText(accessToken)},
    NewIdToken = () => ${newIdToken(base)},
    Began = DateTimeZone.UtcNow(),
    IdTokens = () => let
        First = NewIdToken(),
        Later = @IdTokens()
    in
        (turn) => if turn >= 1 then Later(turn - 1) else First,
    IdTokenOf = IdTokens(),
    Bearer = () => "Bearer " & IdTokenOf(Number.IntegerDivide(Duration.TotalSeconds(DateTimeZone.UtcNow() - Began), ${renewedAfterSeconds})),
    Ask = (path, query) => Json.Document(Web.Contents(${base}, [RelativePath = path, Query = query, Headers = [Authorization = Bearer()], Timeout = #duration(0, 0, 10, 0)])),
    Typed = (rows, columns) => Table.TransformColumnTypes(Table.FromRecords(rows, List.Transform(columns, each _{0}), MissingField.UseNull), columns, "en-US"),
    Page = (more) => Ask(${listed}, Record.Combine({[#"filter[customer]" = Customer[id], #"page[size]" = "200"], more})),
    NextPage = (page) => let
        Next = Record.FieldOrDefault(page[links], "next", null)
    in
        if Next = null then null else Page([#"page[after]" = Record.Field(Uri.Parts(${base} & Next)[Query], "page[after]")]),
    Pages = List.Generate(() => Page([]), each _ <> null, each NextPage(_)),
    IdOf = (related) => if related[data] = null then null else related[data][id],
    ProjectRow = (entry) => Record.Combine({entry[attributes], [id = entry[id], customer = IdOf(entry[relationships][customer]), owner = IdOf(entry[relationships][owner]), features = List.Transform(entry[relationships][features][data], each _[id]), providers = List.Transform(entry[relationships][providers][data], each _[id])]}),
    ProjectRows = List.Combine(List.Transform(Pages, each List.Transform(_[data], ProjectRow))),
    Start = (project) => Json.Document(Web.Contents(${base}, [RelativePath = ${ofProject(startProject.path)}, Headers = [#"Content-Type" = "application/json", Authorization = Bearer()], Content = Json.FromValue([]), IsRetry = true]))[status],
    Awake = (project, ask) => if project[isHibernated] or project[status] = "Running" then ask() else if Start(project) <> null then Function.InvokeAfter(ask, #duration(0, 0, 0, ${startSeconds})) else {},
    Content = (rows, path) => List.Combine(List.Transform(rows, each let
        Project = _
    in
        List.Transform(Awake(Project, () => Ask(path(Project), [])[data]), each Record.Combine({_, [project = Project[id]]})))),
    Administered = (project) => project[privilegeLevel] <> null and project[privilegeLevel] >= ${minAdminLevel},
    Open = List.Select(ProjectRows, each not _[isInactive] and (not _[isHibernated] or Administered(_))),
    Tables = [
        projectStatistics = Typed(Ask(${relative(exportProjectStats.path)}, [customer = Customer[id]])[data], ${columnsOf('projectStatistics')}),
        projects = Typed(ProjectRows, ${columnsOf('projects')}),
        topics = Typed(Content(Open, (project) => ${ofProject(exportTopics.path)}), ${columnsOf('topics')}),
        checklists = Typed(Content(Open, (project) => ${ofProject(exportChecklists.path)}), ${columnsOf('checklists')}),
        classifications = Typed(Ask(${relative(exportClassifications.path)}, [customer = Customer[id]])[data], ${columnsOf('classifications')}),
        users = Typed(Ask(${relative(exportUsersJson.path)}, [customer = Customer[id]])[data], ${columnsOf('users')})
    ]
in
    Tables
`
}

/** M code that gets an id token for a feed token, for hand-written queries. */
export function refreshSnippet({
  origin,
  accessToken,
  refreshToken,
}: Pick<PowerQueryOptions, 'origin' | 'accessToken' | 'refreshToken'>): string {
  return `let
    RefreshToken = ${mText(refreshToken)},
    Token = ${mText(accessToken)},
    IdToken = ${newIdToken(mText(origin))}
in
    IdToken
`
}
