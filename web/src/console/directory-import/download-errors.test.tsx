import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { Button } from '../../ui/button'
import { DownloadErrors } from './download-errors'

const set = {
  id: 'plan',
  summary: { conflict: 3, conflicts: { invalidEmail: 2, nestedTooDeep: 1 } },
} as unknown as ChangeSet
const archive = new File(['PK'], 'directory.zip')

const English = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{children}</I18nProvider>
)

/** Stubs what the browser saves files with, and returns their names and contents. */
function savedFiles() {
  const saved: { name: string; file: Blob | undefined }[] = []
  const files: Blob[] = []
  const createObjectURL = (file: Blob) => `blob:${files.push(file) - 1}`
  vi.stubGlobal('URL', { createObjectURL, revokeObjectURL() {} })
  const createElement = () => ({
    ...{ href: '', download: '' },
    click() {
      saved.push({ name: this.download, file: files[Number(this.href.slice('blob:'.length))] })
    },
  })
  vi.stubGlobal('document', { ...document, createElement })
  return saved
}

test('the archive is sent with its plan and the words of its errors, and saved under its name', async () => {
  const { current, change } = await renderForm(() => DownloadErrors({ set, archive }))
  const saved = savedFiles()
  const sent: [string, FormData][] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body: FormData }) => {
    sent.push([address, body])
    return new Response('with errors')
  })
  await change(() => propsOf(Button, current()).onClick?.({} as never))
  await change(() => expect.poll(() => saved).toHaveLength(1))
  const [[address, form] = []] = sent
  expect(address).toBe('/mgw/api/v3/rkv-ad-import/errors')
  expect(form?.get('planId')).toBe('plan')
  expect(form?.get('file')).toEqual(archive)
  expect(JSON.parse(String(form?.get('words')))).toEqual({
    heading: 'What is wrong',
    reasons: {
      invalidEmail: 'This is not a valid email address.',
      nestedTooDeep: 'Groups are nested too deeply here (levels at most: 50).',
    },
  })
  expect(saved.map(({ name }) => name)).toEqual(['directory.zip'])
  expect(await saved[0]?.file?.text()).toBe('with errors')
})

test('without the archive there is no button, but how to come by the files', async () => {
  const { current } = await renderForm(() => DownloadErrors({ set, archive: undefined }))
  expect(allPropsOf(Button, current())).toEqual([])
  expect(renderToStaticMarkup(<English>{current()}</English>)).toContain(
    'Preview the files again to download them with their errors.',
  )
})
