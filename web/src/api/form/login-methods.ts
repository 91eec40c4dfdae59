import type { SsoProvider } from '@lintel/contract/customers/providers'

/** Display names of login methods by id. */
export interface MethodNames {
  of(id: string): string
}

/** Builds the names from the providers and the texts of the two built-in methods (contract §3). */
export function methodNames(
  providers: readonly Pick<SsoProvider, 'id' | 'name'>[],
  builtIn: Readonly<Record<string, string>>,
): MethodNames {
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  return { of: (id) => builtIn[id] ?? names.get(id) ?? id }
}

/** The methods of a member without own ones: the project's, else the customer's; an empty list means any. */
export const inheritedMethods = (project: readonly string[], customer: readonly string[]): readonly string[] =>
  project.length > 0 ? project : customer
