import {
  downloadTopicExport,
  listTopicExports,
  listTopicWorkflows,
  type TopicExport,
  topicsFileName,
} from '@lintel/contract/exchange/topic-exports'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { download } from '../../api/download'

/** Polling interval of a running export in milliseconds. */
const pollIntervalMs = 1_000

/** True until the export is finished or has failed. */
export const isRunning = ({ state }: TopicExport): boolean => state === 'waiting' || state === 'writing'

/** Query for the user's own exports of topics in a customer; polls while one is running. */
export const topicExportsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['topic-exports', customer],
    queryFn: async ({ signal }) => (await callApi(listTopicExports, { query: { customer }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? pollIntervalMs : false),
  })

/** Query for the names of the workflows in a customer's projects. */
export const topicWorkflowsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['topic-workflows', customer],
    queryFn: async ({ signal }) => (await callApi(listTopicWorkflows, { query: { customer }, signal })).data,
  })

/** Downloads the file of a finished export. Fails like `download`. */
export const downloadTopics = ({ id, format }: TopicExport): Promise<void> =>
  download(callAddress(downloadTopicExport, { id }), topicsFileName(format))
