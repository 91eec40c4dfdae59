import type { ProjectLink } from '@lintel/contract/projects/project-links'

/** Generates project links sorted by name; every seventh matches a search for "asgard". */
export const makeProjectLinks = (count: number): ProjectLink[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `many-${at}`,
    version: 1,
    name: `Bygg ${String(at).padStart(4, '0')} ${at % 7 === 0 ? 'Åsgård' : 'Tower'}`,
    projectUri: `/project-many-${at}/`,
    description: at % 2 === 0 ? 'Structural and architectural models, site checklists' : null,
    externalId: `NB-${at}`,
    isHibernated: false,
    isLibrary: false,
    lastOpenedAt: null,
    lastDay: null,
    isFavourite: false,
    creationState: null,
    loginMethods: [],
  }))
