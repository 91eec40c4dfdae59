/**
 * Every failure of a call: code, HTTP status and English title. The closed list of problems that the server throws, the OpenAPI description
 * lists and the web has texts for (contract §1; account-portal chapter 8 for the inherited spellings).
 */
export const problems = {
  // The request cannot be parsed (400).
  malformed: { status: 400, title: 'The request could not be read' },
  unknownParameter: { status: 400, title: 'Unknown query parameter' },
  invalidParameter: { status: 400, title: 'Invalid query parameter' },
  duplicateParameter: { status: 400, title: 'Query parameter given more than once' },
  invalidCursor: { status: 400, title: 'The page cursor is not valid' },
  unknownHost: { status: 421, title: 'This host is not served here' },
  password_reset_needed: { status: 400, title: 'The password has to be reset first' },
  needPasswordReset: { status: 400, title: 'The password has to be reset first' },
  invalidCode: { status: 400, title: 'The code is not valid' },
  passkeyRefused: { status: 400, title: 'The passkey cannot be used' },
  'no provider matches': { status: 400, title: 'Unsupported provider' },
  federationFailed: { status: 400, title: 'Sign-in at the provider failed' },

  // Not signed in (401). Never used for a missing permission: a 401 signs the person out.
  notSignedIn: { status: 401, title: 'Sign in first' },
  invalidToken: { status: 401, title: 'The token is not valid' },
  sessionExpired: { status: 401, title: 'The session has ended' },
  invalid_grant: { status: 401, title: 'Sign-in failed' },
  invalidSession: { status: 401, title: 'The sign-in attempt has ended' },
  CHALLENGE_REQUESTED: { status: 401, title: 'A second factor is required' },

  // Signed in, and allowed to know that the resource exists (403).
  forbidden: { status: 403, title: 'Not allowed' },
  passwordUpdateRequired: { status: 403, title: 'Set a password first' },
  mfaRequired: { status: 403, title: 'Set up a second factor first' },
  stepUpRequired: { status: 403, title: 'Confirm that it is you' },
  crossSiteRequest: { status: 403, title: 'The request came from another site' },
  providerNotAllowed: { status: 403, title: 'This provider may not be used' },
  loginMethodRequired: { status: 403, title: 'Sign in another way to open this' },

  guestAccessEnded: { status: 403, title: 'The access of this guest has ended' },
  emailProofMailed: { status: 403, title: 'An email was sent that goes on from here' },
  emailNotProved: { status: 403, title: 'The email has to be confirmed first' },

  notFound: { status: 404, title: 'Not found' },
  invalidCompanyId: { status: 404, title: 'Invalid company id' },
  methodNotAllowed: { status: 405, title: 'Method not allowed' },
  notAcceptable: { status: 406, title: 'The media type asked for is not offered' },

  // The current state does not allow it (409, 412).
  conflict: { status: 409, title: 'Conflict' },
  typeConflict: { status: 409, title: 'The resource type or id does not match the address' },
  organizationNameTaken: { status: 409, title: 'An organization of this name exists' },
  domainTaken: { status: 409, title: 'This domain is bound already' },
  providerActivated: { status: 409, title: 'This provider is or was active: it can no longer be set up by a link' },
  providerIdTaken: { status: 409, title: 'A provider with this id exists' },
  templateNameTaken: { status: 409, title: 'A template of this name exists' },
  emailTaken: { status: 409, title: 'Somebody uses this email already' },
  alreadyMember: { status: 409, title: 'This person is a member already' },
  ownerRequired: { status: 409, title: 'A project needs exactly one owner' },
  lastAdministrator: { status: 409, title: 'A customer keeps at least one administrator' },
  lastSignInMethod: { status: 409, title: 'It is the only way to sign in' },
  noPasswordUsed: { status: 409, title: 'This person does not sign in with a password' },
  lastStaff: { status: 409, title: 'The platform keeps at least one staff member' },
  stillInUse: { status: 409, title: 'It is still in use' },
  staffMember: { status: 409, title: 'Staff are in every project already' },
  changedSince: { status: 409, title: 'Some of it was changed since' },
  trialRunning: { status: 409, title: 'A project of yours is on trial already' },
  projectHibernated: { status: 409, title: 'The project is hibernated' },
  planStale: { status: 409, title: 'What was planned to change was changed since' },
  importUnderWay: { status: 409, title: 'Another import of this customer is at work' },
  cardFull: { status: 409, title: 'The card has as many widgets as it may have' },
  tooManyPending: { status: 409, title: 'As many domains of this customer are pending as may be' },
  stale: { status: 412, title: 'Somebody changed it in the meantime' },

  rangeNotSatisfiable: { status: 416, title: 'The file has no such part' },
  tooLarge: { status: 413, title: 'The request is too large' },
  tooManyRows: { status: 413, title: 'More rows than are changed at once' },
  unsupportedMediaType: { status: 415, title: 'Unsupported media type' },

  // A field is invalid (422); one error per field, named by source.pointer.
  notAnImage: { status: 422, title: 'The file is not a PNG, JPEG or WebP image' },
  animatedImage: { status: 422, title: 'The image is animated' },
  tooManyPixels: { status: 422, title: 'The image has too many pixels' },
  required: { status: 422, title: 'Required' },
  invalid: { status: 422, title: 'Not valid' },
  tooManyEntries: { status: 422, title: 'More entries than a template holds' },
  tooLong: { status: 422, title: 'Too long' },
  domainNotInvited: { status: 422, title: 'Addresses of this domain are not invited here' },
  tooShort: { status: 422, title: 'Too short' },
  controlCharacters: { status: 422, title: 'Control characters are not allowed' },
  invalidEmail: { status: 422, title: 'Not a valid email address' },
  publicMailDomain: { status: 422, title: 'Anybody may have a mailbox at this domain' },
  invalidPhone: { status: 422, title: 'Not a valid phone number' },
  atSignInName: { status: 422, title: 'A name cannot contain the @ character' },
  unknownField: { status: 422, title: 'Unknown field' },
  notWritable: { status: 422, title: 'This field cannot be changed' },
  unknownReference: { status: 422, title: 'It refers to something that does not exist' },
  levelNotAllowed: { status: 422, title: 'This level cannot be given' },
  loginMethodNotAllowed: { status: 422, title: 'This login method is not allowed here' },
  notASpreadsheet: { status: 422, title: 'The file is not a spreadsheet that can be read' },
  countNotTyped: { status: 422, title: 'The number of memberships that are removed has to be typed' },
  dateInPast: { status: 422, title: 'The date is in the past' },
  passwordRejected: { status: 422, title: 'The password does not meet the rules' },
  wrongPassword: { status: 422, title: 'The password is not right' },

  tooManyRequests: { status: 429, title: 'Too many requests' },

  // The provider identifies the person, but there is no account here (account-portal chapter 4).
  unknownIdentity: { status: 449, title: 'Nobody has this identity yet' },

  internal: { status: 500, title: 'Something went wrong' },
  notImplemented: { status: 501, title: 'This is not offered here' },
  providerUnavailable: { status: 502, title: 'The provider does not answer' },
  databaseAway: { status: 503, title: 'The database does not answer' },
  schemaOutdated: { status: 503, title: 'The database is being brought up to date' },
  overloaded: { status: 503, title: 'The server is busy' },
  objectStoreAway: { status: 503, title: 'Files cannot be reached right now' },
  projectStopped: { status: 503, title: 'The project is stopped' },
} as const satisfies Record<string, { status: number; title: string }>

/** The stable code that the web translates. */
export type ProblemCode = keyof typeof problems

/** The source of a problem: a JSON pointer into the body, a query parameter or a header. */
export type ProblemSource = { pointer: string } | { parameter: string } | { header: string }

/** One entry of the `errors` array of a response (JSON:API 1.1 error object). */
export interface ProblemObject {
  status: string
  code: ProblemCode
  title: string
  detail: string
  source?: ProblemSource
  meta?: Record<string, unknown>
}

/** Details of a thrown problem. `detail` is in English and safe to show; `retryAfter` is in seconds. */
export interface ProblemDetails {
  detail?: string
  pointer?: string
  parameter?: string
  header?: string
  meta?: Record<string, unknown>
  retryAfter?: number
  /** The cause, for the log only; not part of the response. */
  cause?: unknown
}

/**
 * A failure that becomes an error response. Carries one problem or, when several fields are invalid, all of them ({@link Problem.all}); the
 * first determines the HTTP status.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly objects: readonly ProblemObject[]
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, details: ProblemDetails = {}, others: readonly ProblemObject[] = []) {
    super(details.detail ?? problems[code].title, details.cause === undefined ? {} : { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.status = problems[code].status
    this.retryAfter = details.retryAfter
    this.objects = [problemObject(code, details), ...others]
  }

  /** Several problems in the given order; `objects` must not be empty. `retryAfter` is the longest of theirs. */
  static all(objects: readonly ProblemObject[], retryAfter?: number): Problem {
    const [first, ...others] = objects
    if (!first) throw new RangeError('Problem.all needs at least one problem')
    const problem = new Problem(first.code, { detail: first.detail, ...(retryAfter && { retryAfter }) }, others)
    return Object.assign(problem, { objects })
  }
}

/** The JSON:API error object of a code. */
export function problemObject(code: ProblemCode, details: ProblemDetails = {}): ProblemObject {
  const { status, title } = problems[code]
  const source = sourceOf(details)
  return {
    status: String(status),
    code,
    title,
    detail: details.detail ?? title,
    ...(source && { source }),
    ...(details.meta && { meta: details.meta }),
  }
}

function sourceOf({ pointer, parameter, header }: ProblemDetails): ProblemSource | undefined {
  if (pointer !== undefined) return { pointer }
  if (parameter !== undefined) return { parameter }
  return header === undefined ? undefined : { header }
}
