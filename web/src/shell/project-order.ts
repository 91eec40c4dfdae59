import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { isFoundIn } from '../ui/search-text'

/** The ones opened last first, then those never opened by name, in the reader's alphabet. */
export function latestFirst(links: readonly ProjectLink[], locale?: string): ProjectLink[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const opened = ({ lastOpenedAt }: ProjectLink) => (lastOpenedAt === null ? 0 : Date.parse(lastOpenedAt))
  return [...links].sort((one, other) => opened(other) - opened(one) || compare(one.name, other.name))
}

/** Whether a project is meant by what was typed: its name, external id or description contains it. */
export const matching =
  (query: string) =>
  ({ name, externalId, description }: ProjectLink): boolean =>
    [name, externalId, description].some((text) => text !== null && isFoundIn(query, text))
