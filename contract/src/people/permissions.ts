import { isMethodAllowed } from '../customers/login-methods'
import type { ApiScope } from '../identity/api-tokens'
import type { Environment } from '../settings/environments'

/** The staff role's fixed identifier (admin-console chapter 1). */
export const staffRole = 'rendra_staff'

/** An anonymous actor. */
export interface Anonymous {
  kind: 'anonymous'
}

/** What a signed-in person must do first. */
export type Restriction = 'password' | 'secondFactor'

/** A person's role at a customer, and the login methods that the customer accepts; an empty list means any. */
export interface CustomerRole {
  customer: string
  role: 'administers' | 'readsFor'
  loginMethods: readonly string[]
  /** The session's last proof is too old for this customer: a new proof gives access. */
  isTooOld?: boolean
}

/** A signed-in person with the facts that permissions need. */
export interface Person {
  kind: 'person'
  /** The immutable internal id; never exposed by the API. */
  id: string
  /** The id in the API: the lower-cased email. */
  email: string
  isStaff: boolean
  /** Ids of the customers this person administers, if this session satisfies their login methods. */
  administers: readonly string[]
  /** Ids of the customers this person is an API user of, likewise: may read what their administrators read. */
  readsFor: readonly string[]
  /** The other customers of both kinds: their login methods require another sign-in than this session's. */
  closedCustomers: readonly CustomerRole[]
  /** The tenant of the person's own audit events and new projects. */
  homeCustomer: string | null
  /** For a guest session: the id of the one project it can access. */
  guestOf: string | null
  sessionId: string
  /** The sign-in method: decides who may create projects, and the sections of the profile. */
  method: 'password' | 'federation' | 'guest'
  /**
   * Id of the session's login method: `COGNITO`, `COGNITO_MFA` or a provider's. Null where login methods do not apply: guest links, staff,
   * and jobs that were authorized at their start.
   */
  loginMethod: string | null
  /** Ids of the customers whose policy requires a more recent proof than this session's; omitted if there are none. */
  tooOldFor?: readonly string[]
  /** RFC 3339 instant of the last proof by password or second factor (step-up, security G9). */
  provedAt: string
  restriction: Restriction | null
  /** Authenticated by a feed token: the id of the one customer whose exports it can read, and nothing else (security D10). */
  feedCustomer?: string
  /** Authenticated by an API token: limited to its scopes at its one customer (contract §6). */
  apiToken?: ActorApiToken
}

/** The API token of the request. */
export interface ActorApiToken {
  id: string
  customer: string
  scopes: readonly ApiScope[]
}

/** Splits a person's customer roles by whether the login method satisfies them. Null satisfies all. */
export function openCustomerRoles(
  loginMethod: string | null,
  roles: readonly CustomerRole[],
): Pick<Person, 'administers' | 'readsFor' | 'closedCustomers'> {
  const isOpen = ({ loginMethods, isTooOld }: CustomerRole) =>
    loginMethod === null || (!isTooOld && isMethodAllowed(loginMethod, loginMethods))
  const open = (kind: CustomerRole['role']) =>
    roles.filter((each) => each.role === kind && isOpen(each)).map(({ customer }) => customer)
  return {
    administers: open('administers'),
    readsFor: open('readsFor'),
    // A customer that only requires a more recent proof needs no other login method.
    closedCustomers: roles
      .filter((each) => !isOpen(each))
      .map((each) => (each.isTooOld ? { ...each, loginMethods: [] } : each)),
  }
}

/** The same person as if every login method were allowed: only to explain a refusal, never to permit. */
export const withAnyLoginMethod = (actor: Person): Person => ({
  ...actor,
  loginMethod: null,
  administers: [...actor.administers, ...closedTo(actor, 'administers')],
  readsFor: [...actor.readsFor, ...closedTo(actor, 'readsFor')],
  closedCustomers: [],
})

/**
 * The login methods of which one would permit what a policy denies to this session; undefined if none would. Evaluates the policy as if
 * each closed customer in turn were open.
 */
export function methodsThatAllow(actor: Actor, may: (actor: Person) => boolean): readonly string[] | undefined {
  if (actor.kind !== 'person') return undefined
  const opened = ({ customer, role }: CustomerRole): Person => ({
    ...actor,
    [role]: [...actor[role], customer],
  })
  return actor.closedCustomers.find((closed) => may(opened(closed)))?.loginMethods
}

const closedTo = ({ closedCustomers }: Person, role: CustomerRole['role']) =>
  closedCustomers.filter((closed) => closed.role === role).map(({ customer }) => customer)

/** The actor of a request. */
export type Actor = Anonymous | Person

/** Whether real people use the installation: it has no demo data, and last logins are not exposed. */
export const hasRealUsers = (environment: Environment): boolean =>
  environment === 'production' || environment === 'onpremise' || environment === 'deploy'

export const anonymous: Anonymous = { kind: 'anonymous' }

export const isSignedIn = (actor: Actor): actor is Person => actor.kind === 'person'

/** Signed in as a full user: a guest session is limited to its project. */
export const isFullUser = (actor: Actor): actor is Person => isSignedIn(actor) && actor.guestOf === null

export const isStaff = (actor: Actor): actor is Person => isFullUser(actor) && actor.isStaff

/** Always true: for the few calls before the sign-in. */
export const anyone = (_actor: Actor) => true

/** The actor administers this customer, or is staff. */
export const administers = (actor: Actor, customer: string | null | undefined): boolean =>
  isFullUser(actor) && (actor.isStaff || (customer != null && actor.administers.includes(customer)))

/** The actor may read a customer's people, organizations and projects: its administrators, API users and staff. */
export const readsCustomer = (actor: Actor, customer: string | null | undefined): boolean =>
  administers(actor, customer) || (isFullUser(actor) && customer != null && actor.readsFor.includes(customer))

/** The actor administers at least one customer: shows the enterprise tools. */
export const isCustomerAdministrator = (actor: Actor): actor is Person =>
  isFullUser(actor) && actor.administers.length > 0

/** The actor administers some customer, or is staff: for calls that determine the customer themselves. */
export const administersAny = (actor: Actor): actor is Person => isStaff(actor) || isCustomerAdministrator(actor)

/**
 * Creating a project requires a session opened by a password or being a customer administrator, and is reserved to staff on-premise
 * (account-portal chapter 5). The remaining rule, not on iOS, is enforced by the web.
 */
export const mayCreateProject = (actor: Actor, environment: Environment): actor is Person =>
  isFullUser(actor) &&
  (environment !== 'onpremise' || actor.isStaff) &&
  (actor.method === 'password' || isCustomerAdministrator(actor))
