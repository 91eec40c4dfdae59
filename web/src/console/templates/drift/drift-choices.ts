import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'

type Input = ChangeSetInput<'template-drift'>

/** Key of the choice about a resource of a project. */
export const choiceKey = (project: string, resource: string): string => `${project} ${resource}`

/** The same plan with the choices of these rows inverted. */
export function toggleChoices(input: Input, keys: readonly string[]): Input {
  const toggled = new Map((input.otherwise ?? []).map((one) => [choiceKey(one.project, one.resource), one]))
  for (const key of keys) {
    const [project = '', resource = ''] = key.split(' ')
    if (!toggled.delete(key)) toggled.set(key, { project, resource })
  }
  return { ...input, otherwise: [...toggled.values()] }
}
