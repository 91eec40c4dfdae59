import {
  downloadTopicExport,
  listTopicExports,
  listTopicWorkflows,
  type TopicExport,
  topicsFileName,
} from '@lintel/contract/exchange/topic-exports'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { download } from '../../api/download'

/** Milliseconds between two questions how far an export is. */
const askEveryMs = 1_000

/** True until its file is there or never will be. */
export const isUnderWay = ({ state }: TopicExport): boolean => state === 'waiting' || state === 'writing'

/** The person's own exports of topics in a customer; asked again while one of them is written. */
export const topicExportsOf = (customer: string) =>
  queryOptions({
    queryKey: ['topic-exports', customer],
    queryFn: async ({ signal }) => (await ask(listTopicExports, { query: { customer }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? askEveryMs : false),
  })

/** The names of the workflows in a customer's projects. */
export const topicWorkflowsOf = (customer: string) =>
  queryOptions({
    queryKey: ['topic-workflows', customer],
    queryFn: async ({ signal }) => (await ask(listTopicWorkflows, { query: { customer }, signal })).data,
  })

/** Saves the file of a finished export. Fails like `download`. */
export const saveTopics = ({ id, format }: TopicExport): Promise<void> =>
  download(callAddress(downloadTopicExport, { id }), topicsFileName(format))
