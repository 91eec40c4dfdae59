import { expect, test } from 'vitest'
import { splitUrl } from './parameters'

test.each([
  ['/mgw/api/v3/projects', '/mgw/api/v3/projects', ''],
  ['/mgw/api/v3/projects?', '/mgw/api/v3/projects', ''],
  ['/mgw/api/v3/projects?sort=name', '/mgw/api/v3/projects', 'sort=name'],
  ['/mgw/api/v3/projects?filter[q]=why?&sort=name', '/mgw/api/v3/projects', 'filter[q]=why?&sort=name'],
])('%s is a path and a query, which may contain question marks', (url, path, query) => {
  expect(splitUrl(url)).toEqual({ path, query })
})
