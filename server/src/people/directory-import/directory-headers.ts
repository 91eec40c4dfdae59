/** The kinds of directory files, recognized by their names. */
export const directoryFileKinds = ['users', 'groups', 'memberships', 'access'] as const

export type DirectoryFileKind = (typeof directoryFileKinds)[number]

/**
 * The columns of each file with the accepted headings: ours, and those of Microsoft's tools (Export-Csv of Get-ADUser and Get-ADGroup, the downloads
 * of Entra ID). Compared without case, spaces, hyphens and underscores; if a file has several, the first in this list that is not empty counts.
 */
export const directoryColumns = {
  users: {
    email: ['email', 'mail', 'emailaddress', 'userprincipalname'],
    givenName: ['givenname', 'firstname'],
    familyName: ['familyname', 'surname', 'sn', 'lastname'],
    organization: ['organization', 'company', 'companyname'],
    phone: ['phone', 'mobilephone', 'mobile', 'telephonenumber', 'officephone', 'businessphones'],
    title: ['title', 'jobtitle'],
    enabled: ['enabled', 'accountenabled'],
    groups: ['memberof'],
  },
  groups: {
    group: ['group', 'name', 'samaccountname', 'displayname'],
    description: ['description'],
    groups: ['memberof'],
  },
  memberships: {
    group: ['group', 'groupname', 'groupdisplayname'],
    email: ['email', 'mail', 'emailaddress', 'userprincipalname', 'member'],
  },
  access: {
    group: ['group', 'groupname', 'groupdisplayname'],
    project: ['project', 'projectid', 'projectname', 'projectnumber'],
    role: ['role', 'level', 'privilegelevel'],
  },
} as const satisfies Record<DirectoryFileKind, Record<string, readonly string[]>>

/** Columns that every line of the file must fill. */
export const requiredColumns: Record<DirectoryFileKind, readonly string[]> = {
  users: ['email'],
  groups: ['group'],
  memberships: ['group', 'email'],
  access: ['group', 'project', 'role'],
}

/** The keywords of each kind; the file name contains one of them. */
const fileNameKeywords: Record<DirectoryFileKind, readonly string[]> = {
  users: ['users'],
  groups: ['groups'],
  memberships: ['memberships', 'members'],
  access: ['access'],
}

/** Normalizes a heading for comparison. */
export const normalizeHeading = (cell: string): string =>
  cell
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** True where the headings have all required columns of this kind. */
function hasRequiredColumns(kind: DirectoryFileKind, headings: readonly string[]): boolean {
  const given = new Set(headings.map(normalizeHeading))
  const columns: Record<string, readonly string[]> = directoryColumns[kind]
  return requiredColumns[kind].every((column) => columns[column]?.some((name) => given.has(name)))
}

/** The kinds with the most required columns first, and people before groups: they have names, too. */
const mostSpecificFirst: readonly DirectoryFileKind[] = ['access', 'memberships', 'users', 'groups']

/**
 * The kind of a file, by its name (`AD-Users 2.csv`), else by its folders; undefined where neither has a keyword. If there are keywords of several
 * kinds (`Groups-Members.csv`), the most specific one whose required columns the headings have, else the first.
 */
export function kindOfFile(path: string, headings: readonly string[]): DirectoryFileKind | undefined {
  const parts = path
    .replace(/\.csv$/i, '')
    .split('/')
    .toReversed()
  for (const part of parts) {
    const words = part.split(wordBoundary).map((word) => word.toLowerCase())
    const found = directoryFileKinds.filter((kind) => fileNameKeywords[kind].some((word) => words.includes(word)))
    const [first] = found
    if (!first) continue
    // A file of users and groups may have the memberships (`Users in groups.csv`).
    if (found.includes('users') && found.includes('groups')) found.push('memberships')
    return mostSpecificFirst.find((kind) => found.includes(kind) && hasRequiredColumns(kind, headings)) ?? first
  }
  return undefined
}

/** Word boundaries: non-letters, and camel-case capitals as in `exportUsers` and `ADUsers`. */
const wordBoundary = /[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

/**
 * Words for true and false: those of spreadsheets and directories in the languages of the product and of their neighbours. Compared ignoring case,
 * with accents.
 */
const yes = new Set(
  'true|t|1|yes|y|enabled|active|wahr|ja|j|aktiv|vrai|oui|activé|verdadero|sí|si|verdadeiro|sim|vero|sì|sann|sant|sand|waar|prawda|tak|tosi|kyllä|はい|真|有効|是|启用'.split(
    '|',
  ),
)
const no = new Set(
  'false|f|0|no|n|disabled|inactive|falsch|nein|inaktiv|deaktiviert|faux|non|désactivé|falso|não|usann|falskt|falsk|nei|nej|onwaar|nee|fałsz|nie|epätosi|ei|いいえ|偽|無効|否|假|停用|禁用'.split(
    '|',
  ),
)

/** Parses a boolean as directories and spreadsheets write it; null for any other text. */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().normalize('NFC').toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : null
}

/**
 * The group names in a `MemberOf`: distinguished names, also when separated only by commas, where one starts after the `DC=` of the previous one; or
 * names separated by semicolons.
 */
export function parseGroupNames(text: string): string[] {
  const distinguished = [...text.matchAll(distinguishedName)].map(([, name = '']) => name)
  const names = distinguished.length > 0 ? distinguished : text.split(/[;|\n]/)
  return [...new Set(names.map((name) => name.replaceAll(/\\(.)/g, '$1').trim()).filter((name) => name !== ''))]
}

const distinguishedName = /(?:^|[;|\n"\s]|DC=[^,;|\n=]+,)CN=((?:\\.|[^,\\;|\n])+)/gi

/** True for a .NET type name: `Export-Csv` writes it in place of a list that it was not told how to format, so the groups are not known. */
export const isDotNetTypeName = (name: string): boolean => typeName.test(name)

const typeName = /^(?:Microsoft\.(?:ActiveDirectory|Graph|Open)\.|System\.(?:Collections\.|\w+\[\]$))\S*$/
