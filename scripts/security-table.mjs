// Generates the table in docs/security.md of the security requirements and the tests that prove them, which carry the
// requirement's number in their titles (`D7: …`). With --check it fails when the document is stale, or when a
// requirement has no test.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofsIn } from './security-proofs.mjs'

const root = join(import.meta.dirname, '..')
const document = join(root, 'docs/security.md')

/** The security requirements; with a third element, those whose tests prove this one as well. */
const lines = [
  ['A1', 'Passwords are hashed with argon2id: 19 MiB, two passes, one lane'],
  ['A2', 'A weaker stored hash is renewed at sign-in; absurd parameters are refused'],
  ['A3', 'The whole password counts, normalised; more than 1,024 bytes is refused before hashing'],
  ['A4', 'At least 15 characters, 8 with an enforced second factor; no composition rules, no expiry'],
  ['A5', 'Common passwords and words of the context are refused, with the reason'],
  ['A6', 'A change needs the current password; nobody else can set or see one'],
  ['A7', 'Password managers, paste and one-time-code autofill work'],
  ['A8', 'At most four hashes run, 32 wait for two seconds, then 503'],
  ['B1', 'Failures of an account slow it down, up to a ceiling'],
  ['B2', 'Guesses are counted before they are verified; valid sign-ins in parallel all succeed'],
  ['B3', 'A locked account answers like a wrong password; a known device keeps its own budget'],
  ['B4', 'Each session, or else address, has its rates, beyond them 429; known browsers have their own'],
  ['B5', 'Counters live in the database and are bounded'],
  ['B6', 'Only named proxies are believed about the client address'],
  ['B7', 'Unknown, known, locked and disabled accounts answer alike, and as fast (`npm run bench enumeration`)'],
  ['B8', 'Nothing about an account is told before a validated assertion'],
  ['B9', 'People are told by mail of new browsers, of sign-ins after failures and of changed credentials'],
  ['C1', 'One-time codes by RFC 6238, one step either way'],
  ['C2', 'A code works once, older ones no more'],
  ['C3', 'A challenge is single use, short-lived, bound to its browser, and grants nothing itself'],
  ['C4', 'Wrong codes end the challenge, then lock the factor'],
  ['C5', 'A factor counts only once a code proved it; recovery codes are shown once'],
  ['C6', 'Removing a factor needs a code and takes the recovery codes along'],
  ['C7', 'A password reset never goes round the second factor'],
  ['C8', 'Staff have a second factor, no refresh token and twelve hours'],
  ['C9', 'Seeds of one-time codes are encrypted, bound to their person'],
  [
    'C10',
    'Passkeys: bound to our address and the browser that was asked, good once, with the word of the device that it is its owner',
  ],
  ['D1', 'A session is a row; a new one at every sign-in'],
  ['D2', 'The cookie is HttpOnly, SameSite=Lax, host-bound on https'],
  ['D3', 'Idle and absolute ends are kept by the server'],
  [
    'D4',
    'Tokens live ten minutes, an hour in a session that a provider opened, and are verified against one algorithm and our own keys',
  ],
  ['D5', 'A session that ended is refused at once'],
  ['D6', 'A changed password ends every other session and token'],
  ['D7', 'Refresh rotates; a repeat within ten seconds gets the same successor; later, or elsewhere, ends all'],
  ['D8', 'Logout works always and twice'],
  ['D9', 'People see and end their own sessions'],
  ['D10', 'Feed tokens read exports of one customer and nothing else'],
  ['D11', 'Signing keys are published, rotated and encrypted at rest'],
  ['D12', 'API tokens act within their scopes at one customer, and end at once'],
  ['E1', 'State, nonce and PKCE are one use, bound to browser and provider'],
  ['E2', 'The issuer is the one that was asked'],
  ['E3', 'ID tokens are verified in every part'],
  ['E4', 'An identity is provider, issuer and subject, never an email'],
  ['E5', 'Linking needs proof of the account, or a bound and verified domain'],
  ['E6', 'Settings are read again at the callback'],
  ['E7', 'Addresses of providers cannot lead inside'],
  ['E8', 'Calls to providers are short, small and cached with care'],
  ['E9', 'Start and sign-in page need no provider'],
  ['E10', 'Client secrets are written only, and sent as the provider takes them; addresses are http(s)'],
  ['E11', 'Patterns that people type run in linear time'],
  ['F1', 'Reset codes are short-lived and single use'],
  ['F2', 'A reset request always answers alike'],
  ['F3', 'An invitation is used up when the password is set'],
  ['F4', 'Links are built from the configured address; an unknown Host is refused'],
  ['F5', 'Reading changes nothing'],
  ['F6', 'Mail goes to the stored address, of a simple form'],
  ['F7', 'Mail is written with its cause, retried, and its secrets wiped'],
  ['G1', 'Every route has a policy and a row in the matrix'],
  ['G2', 'A foreign object and an unknown one answer alike'],
  ['G3', 'Statements join the rights of the person who asks; references across tenants cannot be stored'],
  ['G4', 'Ids in queries, bodies and relations are checked like ids in paths'],
  ['G5', 'Levels are given only below one’s own'],
  ['G6', 'A guest reaches one project until its day ends'],
  ['G7', 'Fields that are the server’s own are refused'],
  ['G8', 'One owner, one administrator, one staff member remain, whatever races'],
  ['G9', 'Grave changes ask for a fresh proof'],
  ['G10', 'A session opens what its login method is allowed for, and nothing else'],
  ['H1', 'Security headers on every answer'],
  ['H2', 'API answers are not stored; unknown methods, media types and encodings are refused'],
  ['H3', 'Calls that act on a cookie come from our own pages'],
  ['H4', 'Sizes, depths, doubles and names are limited'],
  ['H5', 'Failures tell a code and a request id, nothing else'],
  ['H6', 'The client log is limited and never echoes'],
  ['H7', 'What people wrote is shown as text'],
  ['H8', 'No secret in the browser’s stores, nothing from elsewhere'],
  ['I1', 'ZIP files are read within limits'],
  ['I2', 'CSV is read within limits, errors by row'],
  ['I3', 'Directory imports touch only their domain'],
  ['I4', 'CSV cells cannot become formulas'],
  ['I5', 'XLSX cells are text'],
  ['I6', 'Exports keep to the tenant and are audited'],
  ['J1', 'Sign-ins, refusals and changes are audited'],
  ['J2', 'The audit log is written with the change, append-only and chained'],
  ['J3', 'Administrators read their own tenant’s audit log'],
  ['J4', 'No default secrets; source maps and dotfiles are not served'],
  ['J5', 'The first staff account comes from a one-time link'],
  ['K1', 'No acknowledged write is lost, none is half done'],
  ['K2', 'Without its database the server waits and says so'],
  ['K3', 'No request waits for the mail server; each mail arrives'],
  ['K4', 'A hanging provider harms nobody else'],
  ['K5', 'SIGTERM drains and ends within ten seconds; a second server on the directory is refused'],
  ['K6', 'Migrations survive rivals, kills and newer schemas'],
  ['K7', 'A clock that jumps resurrects nothing'],
  ['K8', 'Under load it sheds rather than falls'],
  ['K9', 'A repeated request makes nothing twice'],
  ['L1', 'Locked, licensed and audited parts'],
  // Decisions where the specification shows less than the bar asks for.
  ['S1', 'Minimum numbers of kinds of characters in a password are 0 unless they are configured', ['A4']],
  ['S2', 'The state of a provider’s callback is the provider and a random secret, good once in one browser'],
  ['S3', '`loginwithcode` takes only values of a sign-in that this browser began', ['E1', 'E2', 'E3']],
  ['S4', 'What an unknown identity gets is a ticket: ten minutes, one browser, once; it refreshes nothing'],
  ['S5', 'Opening a link changes nothing, and its secret leaves the address before any other request'],
  ['S6', 'The token lives in memory; a browser’s refresh secret is in an HttpOnly cookie', ['D2', 'D4', 'H8']],
  ['S7', 'A 401 signs out; what somebody may not do or see is 403 or 404, never 401'],
  ['S8', 'Removing the second factor needs a one-time or a recovery code', ['C6']],
  ['S9', 'The call that sets a password sets only one’s own first one, while it must be set'],
  ['S10', 'Replacing an invalid password has the limits and answers of a sign-in, and opens no session'],
  ['S11', 'Providers that are not public are matched by the server; their expressions reach no browser'],
  ['S12', 'The id of a guest link is a random secret, stored as a hash, that expires and can be revoked'],
  ['S13', 'A next-url is compared by its whole origin and the prefix of its path'],
  ['S14', 'Confirming a directory import applies exactly what was shown, or nothing', ['I3']],
  ['S15', 'The embedded database is a real PostgreSQL that waits for its disk', ['K1', 'K6']],
  ['S16', 'Leading, trailing and double dots in an email are refused for new people; stored ones still sign in'],
]

const problems = []

/** Tests whose titles begin with a requirement number, by that number. */
function collectProofs() {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.test.mjs', '*.spec.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const proofs = new Map()
  for (const file of files.split('\n').filter(Boolean).sort()) {
    const found = proofsIn(readFileSync(join(root, file), 'utf8'))
    problems.push(...found.problems.map((problem) => `${file}: ${problem}`))
    for (const { numbers, words } of found.proofs) {
      for (const number of numbers) proofs.set(number, [...(proofs.get(number) ?? []), { file, words }])
    }
  }
  return proofs
}

const proofs = collectProofs()
const rows = lines.map(([number, meaning, others = []]) => {
  const tests = (proofs.get(number) ?? []).map(({ file, words }) => `\`${file}\` ${words.replaceAll('|', '\\|')}`)
  const proof = others.length > 0 ? `the tests of ${others.join(', ')}` : tests.join('<br>') || '**no test**'
  return `| ${number} | ${meaning} | ${proof} |`
})
const begin = '<!-- made by scripts/security-table.mjs -->'
const end = '<!-- end -->'
const old = readFileSync(document, 'utf8')
const table = [begin, '', '| line | what holds | proved by |', '|---|---|---|', ...rows, '', end].join('\n')
const updated = old.slice(0, old.indexOf(begin)) + table + old.slice(old.indexOf(end) + end.length)

if (!process.argv.includes('--check')) {
  writeFileSync(document, updated)
} else {
  const unproved = lines.flatMap(([number, , others = [number]]) => others.filter((each) => !proofs.has(each)))
  if (unproved.length > 0) problems.push(`no test carries the number of ${unproved.join(', ')}`)
  if (updated !== old) problems.push('docs/security.md is stale; run node scripts/security-table.mjs')
}
for (const problem of problems) console.error(`security: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
