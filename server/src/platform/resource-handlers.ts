import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Draft, Entity, Filters, Patch } from '@lintel/contract/jsonapi/resource'
import type { Actor, Person } from '@lintel/contract/people/permissions'
import type { Problem } from '@lintel/contract/problems'
import type { Change, Context } from './context'
import type { Database, Transaction } from './database'
import type { ListPage } from './paging'
import type { RouteTerms } from './route'

/** Whether a record is read or changed: the reason why it was not found may differ. */
export type Access = 'read' | 'write'

/** The operations of a resource. An omitted one answers 405. */
export interface ResourceHandlers<R extends AnyResource, A extends Actor = Person> extends Omit<RouteTerms, 'scope'> {
  /** The scopes of API tokens for reading and changing the resource; without one, they have no access. */
  scopes?: { read?: ApiScope; write?: ApiScope }
  /** Loads a record if it is visible to the actor; the statement includes their rights. Undefined is a 404. */
  find(db: Database | Transaction, actor: A, id: string): Promise<Entity<R> | undefined>
  /** Loads the visible records of these ids, for `include` of other resources. */
  findByIds?(db: Database | Transaction, actor: A, ids: readonly string[]): Promise<Entity<R>[]>
  /** The id of the only record, which the collection address then returns. */
  one?: string
  /** The login methods that would show a record hidden from the session (`projects` and their contents). */
  missingMethods?(
    db: Database | Transaction,
    actor: A,
    id: string,
    access: Access,
  ): Promise<readonly string[] | undefined>
  /** The customer in whose audit chain changes are recorded; null for the platform. */
  tenant?(record: Entity<R>): string | null
  /** The fields whose values are recorded in the audit log; default all. */
  auditedFields?: readonly (keyof Entity<R> & string)[]
  /** The fields that this actor may write, if fewer than in the contract; others are 422 `notWritable`. */
  writable?(actor: A, record: Entity<R> | undefined): ReadonlySet<string>
  list?: {
    may(actor: A, filters: Filters<R>): boolean
    /** Makes the list available to feed tokens: the filter that must name the customer (security D10). */
    exportedBy?: keyof Filters<R> & string
    /** Makes the list of a project available to feed tokens; its statement checks the customer. */
    exportedByProject?: true
    /** Counts the projects omitted because of their login methods; reported to feed tokens. */
    omitted?(db: Database, actor: A, customer: string): Promise<number>
    run(context: Context<A>, query: ListQuery<R>): Promise<ListPage<Entity<R>>>
  }
  read?: { may(actor: A, record: Entity<R>): boolean }
  create?: {
    may(actor: A, draft: Draft<R>, context: Context<A>): boolean
    /** Requires a proof of identity within ten minutes, always or for some drafts (security G9). */
    freshProof?: true | ((draft: Draft<R>) => boolean)
    /** Creates many records in the statements of one; returns one for each draft, in their order, undefined if it is not visible. */
    runAll?(change: Change<A>, drafts: readonly Draft<R>[]): Promise<(Entity<R> | undefined)[]>
    /** The record in the response, if it has more than {@link ResourceHandlers.find} returns. */
    answer?(db: Transaction, actor: A, id: string, draft: Draft<R>): Promise<Entity<R> | undefined>
  } & CreateHandler<R, A>
  update?: {
    may(actor: A, record: Entity<R>, patch: Patch<R>): boolean
    freshProof?: true | ((patch: Patch<R>) => boolean)
    /** Applies the change if the version is still `record.version` ({@link Problem} `stale` otherwise). */
    run(change: Change<A>, record: Entity<R>, patch: Patch<R>): Promise<void>
  }
  remove?: {
    may(actor: A, record: Entity<R>): boolean
    freshProof?: true
    /**
     * Serves `onlyIfUnused`: locks the record and throws 409 `stillInUse` if anything that the removal takes along was added to it after it was
     * created. Without it, the parameter is unknown.
     */
    refuseUsed?(change: Change<A>, record: Entity<R>): Promise<void>
    run(change: Change<A>, record: Entity<R>): Promise<void>
  }
}

/** Inserts a record and returns its id. */
export type InsertFunction<A extends Actor> = (change: Change<A>) => Promise<string>

/** How a record is created. */
type CreateHandler<R extends AnyResource, A extends Actor> =
  | { run(change: Change<A>, draft: Draft<R>): Promise<string> }
  /** Does slow work without a transaction first (reads a file); the returned function runs in the transaction. */
  | { prepare(draft: Draft<R>): Promise<InsertFunction<A>> }
