import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'
import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { Tree } from '../../ui/tree/tree'
import type { TreeNode } from '../../ui/tree/tree-rows'
import { BuildTemplate } from './build-template'
import { libraryKey } from './library-contents'
import { libraryIndexOf } from './library-index'
import { LibraryPanel } from './library-panel'
import type { LibraryResource } from './library-tree'

const entry = { sourceProjectId: 'l', key: 'checklists', value: null, renameTo: null, isEverything: true }
const template = { id: 't', version: 1, name: 'Housing', content: [] } as unknown as ProjectTemplate
const library = { id: 'l', name: 'Standard' } as Project
const noop = () => undefined

/** The first row of a tree. */
class RowElement {
  dataset = { at: '0' }
  closest() {
    return this
  }
}

/** Renders a template next to a library whose checklists are all dragged, and collects the requests. */
async function builtTemplate() {
  const resources: LibraryResource[] = [{ id: 'doors', type: 'checklists', path: ['Doors'] }]
  const queries = createQueryClient()
  queries.setQueryData(one(projectTemplates, 't').queryKey, { record: template, included: [] })
  queries.setQueryData(libraryKey('l'), { resources, index: libraryIndexOf(resources) })
  const sent: unknown[] = []
  vi.stubGlobal('Element', RowElement)
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    const answer = (type: string, id: string, attributes: object) =>
      Response.json({ data: { type, id, attributes } }, { headers: { 'content-type': jsonApiMediaType } })
    if (address.startsWith(projectTemplates.path)) return answer(projectTemplates.type, 't', template)
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    sent.push(JSON.parse(String(body)).data.attributes.input.add)
    return answer(changeSets.type, 'set', { state: 'applied', summary: { change: 1, conflict: 0 } })
  })
  const {
    current: rendered,
    change,
    saved,
  } = await renderForm(() => {
    const page = BuildTemplate({
      ...{ customer: 'north', templates: [template], libraries: [library], template, library },
      ...{ missing: { template: false, library: false }, isReading: false },
      ...{ colours: new Map(), search: {}, onSearch: noop, onOpen: noop, announce: noop },
      ...{ undoHandlers: { undo: noop, redo: noop }, onNew: { template: noop, library: noop }, mayCreateProject: true },
    }) as ReactElement<{ children: ReactElement<{ onDrop: (() => void) | undefined }>[] }>
    const tree = Tree(propsOf(Tree<TreeNode>, LibraryPanel(propsOf(LibraryPanel, page)))) as ReactElement<
      ComponentProps<'div'>
    >
    return { tree, onDrop: page.props.children.at(-1)?.props.onDrop }
  }, queries)
  return {
    sent,
    saved,
    acceptsDrop: () => rendered().onDrop !== undefined,
    dragStart: () =>
      change(({ tree }) =>
        tree.props.onDragStart?.({ target: new RowElement(), dataTransfer: { setData: noop } } as never),
      ),
    dragEnd: () => change(({ tree }) => tree.props.onDragEnd?.({} as never)),
    drop: () => change(({ onDrop }) => onDrop?.()),
  }
}

test('what is dragged from a library is dropped on the template, and added once', async () => {
  const { sent, saved, acceptsDrop, dragStart, drop } = await builtTemplate()
  await dragStart()
  expect(acceptsDrop()).toBe(true)
  await drop()
  await saved()
  expect(sent).toMatchObject([[entry]])
  expect(acceptsDrop()).toBe(false)
})

test('what somebody stopped to drag from a library is not dropped later together with something else', async () => {
  const { sent, saved, acceptsDrop, dragStart, dragEnd, drop } = await builtTemplate()
  await dragStart()
  await dragEnd()
  expect(acceptsDrop()).toBe(false)
  await drop()
  await saved()
  expect(sent).toEqual([])
})
