/** What the files of a directory hold, told apart by their names. */
export const directoryFileKinds = ['users', 'groups', 'memberships', 'access'] as const

export type DirectoryFileKind = (typeof directoryFileKinds)[number]

/**
 * The columns of each file, and the headings they may stand under: ours, and those that Microsoft's tools write (Export-Csv of
 * Get-ADUser and Get-ADGroup, the downloads of Entra ID). Compared without case, blanks, hyphens and underscores; of several that a
 * file has, the first one here that is not empty counts.
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

/** Columns without which a line of the file says nothing. */
export const requiredColumns: Record<DirectoryFileKind, readonly string[]> = {
  users: ['email'],
  groups: ['group'],
  memberships: ['group', 'email'],
  access: ['group', 'project', 'role'],
}

/** The words that tell a file's kind, one of which its name has. */
const fileWords: Record<DirectoryFileKind, readonly string[]> = {
  users: ['users'],
  groups: ['groups'],
  memberships: ['memberships', 'members'],
  access: ['access'],
}

/** A heading as it is compared. */
export const headingOf = (cell: string): string =>
  cell
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** The kind of a file, by its own name (`AD-Users 2.csv`), else by the folder it is in; undefined for one that says neither. */
export function kindOfFile(path: string): DirectoryFileKind | undefined {
  const parts = path
    .replace(/\.csv$/i, '')
    .split('/')
    .toReversed()
  for (const part of parts) {
    const words = part.split(betweenWords).map((word) => word.toLowerCase())
    const found = directoryFileKinds.find((kind) => fileWords[kind].some((word) => words.includes(word)))
    if (found) return found
  }
  return undefined
}

/** What is no letter, and where a word begins with a capital: `exportUsers`, `ADUsers`. */
const betweenWords = /[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

const yes = new Set('true|1|yes|wahr|ja|vrai|oui|verdadero|sí|sant|sann|prawda|tak|はい|是'.split('|'))
const no = new Set('false|0|no|falsch|nein|faux|non|falso|usann|falskt|nei|nej|fałsz|nie|いいえ|否'.split('|'))

/** A yes or no as directories and spreadsheets write it in the languages of the product; null where it says neither. */
export function truthOf(text: string): boolean | null {
  const word = text.trim().normalize('NFC').toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : null
}

/**
 * The names of groups in a `MemberOf`: distinguished names, also with nothing but commas between them, where one begins after the `DC=` of
 * the one before; or names separated by semicolons.
 */
export function groupNames(text: string): string[] {
  const distinguished = [...text.matchAll(distinguishedName)].map(([, name = '']) => name)
  const names = distinguished.length > 0 ? distinguished : text.split(/[;|\n]/)
  return [...new Set(names.map((name) => name.replaceAll(/\\(.)/g, '$1').trim()).filter((name) => name !== ''))]
}

const distinguishedName = /(?:^|[;|\n"\s]|DC=[^,;|\n=]+,)CN=((?:\\.|[^,\\;|\n])+)/gi

/**
 * True for the name of a type of .NET: `Export-Csv` writes it in place of a list that it was not told how to write, so that which groups
 * these were is not said.
 */
export const isTypeName = (name: string): boolean => typeName.test(name)

const typeName = /^(?:Microsoft\.(?:ActiveDirectory|Graph|Open)\.|System\.(?:Collections\.|\w+\[\]$))\S*$/
