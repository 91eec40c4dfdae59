import { useLingui } from '@lingui/react/macro'
import type { projectCsvNumbers } from '@lintel/contract/exchange/projects-csv'

/** A count in a project's statistics. */
export type StatCount = Exclude<(typeof projectCsvNumbers)[number], 'publicTemplateOrder'>

/** Labels of the counts, in display order. */
export function useStatCounts(): [StatCount, string][] {
  const { t } = useLingui()
  return [
    ['numUsers', t`Users`],
    ['numActualTopics', t`Topics`],
    ['numOpenTopics', t`Open topics`],
    ['numDoneTopics', t`Done topics`],
    ['numClosedTopics', t`Closed topics`],
    ['numChecklists', t`Checklists`],
    ['numBuildings', t`Buildings`],
    ['numSpaces', t`Spaces`],
    ['numGroups', t`Groups`],
    ['numDocuments', t`Documents`],
    ['numFolders', t`Folders`],
    ['numTemplates', t`Report templates`],
    ['numIfcModels', t`IFC models`],
    ['numIfc', t`IFC files`],
    ['customFloorplans', t`Own floor plans`],
  ]
}
