import type { SsoProvider } from '@lintel/contract/customers/providers'

/** Login methods by id, as people know them. */
export interface MethodNames {
  of(id: string): string
}

/** The names of providers; the two built-in methods have plain words of their own (contract §3). */
export function methodNames(
  providers: readonly Pick<SsoProvider, 'id' | 'name'>[],
  builtIn: Readonly<Record<string, string>>,
): MethodNames {
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  return { of: (id) => builtIn[id] ?? names.get(id) ?? id }
}

/** What holds for a member without methods of their own: the project's, else the customer's; none means any. */
export const inheritedMethods = (project: readonly string[], customer: readonly string[]): readonly string[] =>
  project.length > 0 ? project : customer
