import { type PrivilegeLevel, privilegeLevel } from './privilege-levels'

/**
 * Names of the levels in spreadsheets, in the languages of the product: those of its screens and other common ones. Compared ignoring case,
 * with accents. Names of customer administrators and owners are known so that they are rejected with the right reason.
 */
const levelNames: readonly (readonly [PrivilegeLevel, string])[] = [
  [
    privilegeLevel.inactive,
    'none|no access|inactive|remove|-|–|keine|keiner|kein zugriff|ninguno|ninguna|sin acceso|aucun|aucune|aucun accès|なし|アクセスなし|ingen|ingen tilgang|brak|brak dostępu|ingen åtkomst|无|无权限',
  ],
  [privilegeLevel.guest, 'guest|gast|invitado|invité|ゲスト|gjest|gość|gäst|访客'],
  [
    privilegeLevel.member,
    'user|member|benutzer|mitglied|usuario|miembro|utilisateur|membre|ユーザー|メンバー|bruker|medlem|użytkownik|członek|användare|用户|成员',
  ],
  [
    privilegeLevel.workflowsAdmin,
    'workflows|workflow|workflows admin|workflow admin|workflowsadmin|workflow-admin|arbeitsabläufe|flujos|flujos de trabajo|flux de travail|workflowy|ワークフロー|arbeidsflyt|arbeidsflyter|arbetsflöden|flöden|przepływy|przepływy pracy|工作流',
  ],
  [
    privilegeLevel.admin,
    'admin|admin.|administrator|project admin|administrador|administrateur|管理者|administratör|管理员',
  ],
  [
    privilegeLevel.customerAdmin,
    'customer admin|customeradmin|customer administrator|kundenadmin|admin. de cliente|admin client|顧客管理者|kundeadmin|admin klienta|kundadmin|客户管理员',
  ],
  [privilegeLevel.owner, 'owner|eigentümer|propietario|propriétaire|オーナー|eier|właściciel|ägare|所有者'],
]

const levelOf = new Map(levelNames.flatMap(([level, names]) => names.split('|').map((word) => [word, level] as const)))
const numbers = new Set<number>(Object.values(privilegeLevel))

/** Parses a level from a number or a name; undefined for any other. An empty text means no access. */
export function parseLevel(text: string | number): PrivilegeLevel | undefined {
  if (typeof text === 'number') return numbers.has(text) ? (text as PrivilegeLevel) : undefined
  const word = text.trim().normalize('NFC').toLowerCase()
  if (word === '') return privilegeLevel.inactive
  return /^\d{1,2}$/.test(word) ? parseLevel(Number(word)) : levelOf.get(word)
}

/** True for a text that a spreadsheet would evaluate as a formula: never meant as a value. */
export const isFormula = (text: string): boolean => /^\s*[=+@＝＋－＠-](?!$)/.test(text)
