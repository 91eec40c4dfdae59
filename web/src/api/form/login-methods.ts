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
