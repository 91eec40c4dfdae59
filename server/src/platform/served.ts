import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Draft, Entity, Filters, Patch } from '@lintel/contract/jsonapi/resource'
import type { Actor, Person } from '@lintel/contract/people/permissions'
import type { Problem } from '@lintel/contract/problems'
import type { Change, Context } from './context'
import type { Database, Transaction } from './database'
import type { Listed } from './paging'
import type { RouteTerms } from './route'

/** Whether a record is only read or also changed: where it was not found, the reason may differ. */
export type Access = 'read' | 'write'

/** What a resource serves. Leave an operation out and it answers 405. */
export interface ResourceHandlers<R extends AnyResource, A extends Actor = Person> extends Omit<RouteTerms, 'scope'> {
  /** The scopes by which API tokens list and read it, and change it; without one, they do not. */
  scopes?: { read?: ApiScope; write?: ApiScope }
  /** One record, only if the actor may see it: the statement joins the actor's rights. Undefined is a 404. */
  find(db: Database | Transaction, actor: A, id: string): Promise<Entity<R> | undefined>
  /** The records of these ids that the actor may see: what `include` of other resources asks. */
  among?(db: Database | Transaction, actor: A, ids: readonly string[]): Promise<Entity<R>[]>
  /** There is one record only, of this id: the address of the collection reads it. */
  one?: string
  /** The login methods of which one would show the actor a record that their session's does not (`projects` and what is in them). */
  missingMethods?(
    db: Database | Transaction,
    actor: A,
    id: string,
    access: Access,
  ): Promise<readonly string[] | undefined>
  /** The customer whose audit chain a change of this record joins; null for the platform's. */
  tenant?(record: Entity<R>): string | null
  /** The fields whose values the audit trail keeps; default all. */
  traced?: readonly (keyof Entity<R> & string)[]
  /** Which fields this actor may write, when fewer than the contract says; others are 422 `notWritable`. */
  writable?(actor: A, record: Entity<R> | undefined): ReadonlySet<string>
  list?: {
    may(actor: A, filters: Filters<R>): boolean
    /** The list is part of the export: the filter by which a feed token has to name its customer (security D10). */
    exportedBy?: keyof Filters<R> & string
    /** The list is part of the export of the project that its address names, which the statement asks whose it is. */
    exportedByProject?: true
    /** How many projects of a customer the list leaves out, since their login methods ask for another sign-in; told to feed tokens. */
    omitted?(db: Database, actor: A, customer: string): Promise<number>
    run(context: Context<A>, query: ListQuery<R>): Promise<Listed<Entity<R>>>
  }
  read?: { may(actor: A, record: Entity<R>): boolean }
  create?: {
    may(actor: A, draft: Draft<R>, context: Context<A>): boolean
    /** The person must have proved within ten minutes who they are; a function says for which draft (security G9). */
    freshProof?: true | ((draft: Draft<R>) => boolean)
    /** Many at once in the statements of one; gives their records in the order of the drafts. */
    runAll?(change: Change<A>, drafts: readonly Draft<R>[]): Promise<Entity<R>[]>
    /** The record as the answer shows it, where that is more than {@link ResourceHandlers.find} gives. */
    answer?(db: Transaction, actor: A, id: string, draft: Draft<R>): Promise<Entity<R> | undefined>
  } & Creating<R, A>
  update?: {
    may(actor: A, record: Entity<R>, patch: Patch<R>): boolean
    freshProof?: true | ((patch: Patch<R>) => boolean)
    /** Writes the change where the version is still `record.version` ({@link Problem} `stale` otherwise). */
    run(change: Change<A>, record: Entity<R>, patch: Patch<R>): Promise<void>
  }
  remove?: {
    may(actor: A, record: Entity<R>): boolean
    freshProof?: true
    run(change: Change<A>, record: Entity<R>): Promise<void>
  }
}

/** Writes a record, and gives its id. */
export type Create<A extends Actor> = (change: Change<A>) => Promise<string>

/** How a record is written. */
type Creating<R extends AnyResource, A extends Actor> =
  | { run(change: Change<A>, draft: Draft<R>): Promise<string> }
  /** Before the transaction opens it does what takes long and needs none (reads a file); what it gives runs in the transaction. */
  | { prepare(draft: Draft<R>): Promise<Create<A>> }
