import { documents } from '@lintel/contract/content/documents'
import { downloadTopicExport, startTopicExport } from '@lintel/contract/exchange/topic-exports'
import { inProject } from '@lintel/contract/jsonapi/resource'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { startBucket } from '../../../test/far-ends/bucket'
import { multipartForm } from '../../../test/multipart-form'
import { world } from '../../../test/world'
import { writeTopicsJob } from '../../exchange/topics-export/write-topics'

const bucket = await startBucket()
const { as, db, platform } = await world({ objectStoreUrl: bucket.url })
const harbour = projectId('NB-2041')
const customer = customerId('nordbygg')
const anna = as('anna')

const documentUrl = async (name: string) => {
  const { id } = await anna.post(inProject(documents, harbour), {
    name,
    folder: null,
    labels: [],
    project: harbour,
  })
  const url = `/project-${harbour}/api/v1/documents/${id}`
  const headers = { 'content-type': 'application/octet-stream' }
  await anna.inject({ method: 'POST', url: `${url}/versions`, headers, payload: Buffer.from('a pier') })
  return `${url}/content`
}
const imageUrl = async () => {
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#04c' } })
    .png()
    .toBuffer()
  const uploaded = await anna.inject({
    method: 'POST',
    url: '/mgw/api/v3/dashboard-images',
    ...multipartForm({ project: harbour, file }),
  })
  return `/mgw/api/v3/dashboard-images/${uploaded.json().id}/content`
}
const exportUrl = async () => {
  const { id } = await anna.call(startTopicExport, { body: { customer, format: 'json', projects: [harbour] } })
  const signal = new AbortController().signal
  await writeTopicsJob.run({ platform, payload: { export: id }, job: { id, attempt: 1, customer }, signal })
  return downloadTopicExport.path.replace('{id}', id)
}
const countAudited = async () => (await db.selectFrom('audit_event').select('id').execute()).length

test.each([
  ['document', () => documentUrl('Pier.txt')],
  ['image', imageUrl],
  ['topic export', exportUrl],
])(
  'HEAD of a stored %s has the headers of its download, reads no bytes from the bucket and is not audited',
  async (_, prepare) => {
    const url = await prepare()
    const ask = async (method: 'GET' | 'HEAD') => {
      const [requests, audited] = [bucket.methods.length, await countAudited()]
      const { statusCode, body, headers } = await anna.inject({ method, url })
      const { date: _date, 'x-request-id': _id, ...others } = headers
      return {
        ...{ statusCode, others, hasBody: body !== '', asked: bucket.methods.slice(requests) },
        isAudited: (await countAudited()) > audited,
      }
    }
    const download = await ask('GET')
    expect(download).toMatchObject({ statusCode: 200, hasBody: true, asked: ['GET'] })
    expect(Number(download.others['content-length'])).toBeGreaterThan(0)
    expect(await ask('HEAD')).toEqual({ ...download, hasBody: false, asked: ['HEAD'], isAudited: false })
  },
)

test('HEAD of a file is 503 while the bucket is away, as its download', async () => {
  const url = await documentUrl('Quay.txt')
  bucket.behaviour = 'hangs up'
  for (const method of ['GET', 'HEAD'] as const) expect((await anna.inject({ method, url })).statusCode).toBe(503)
  bucket.behaviour = 'keeps'
  expect((await anna.inject({ method: 'HEAD', url })).statusCode).toBe(200)
})
