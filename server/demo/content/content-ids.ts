import { demoId } from '../demo-id'

/** The id of a record of a project's content in the demo world, by the project's number and the record's name. */
export const contentId = (noun: string, project: string, name: string): string => demoId(noun, `${project}/${name}`)
